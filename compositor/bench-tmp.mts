import { gradeTable } from './src/grade/grade-table.ts';
const g={exposure:.3,temperature:.2,tint:.1,contrast:.2,shadows:.3,saturation:.2,hue:10,vibrance:.3,wheels:{shadows:{hue:180,amount:.2},highlights:{hue:30,amount:.2}},curves:{master:[[0,.05],[.25,.2],[.5,.52],[.75,.8],[1,.97]] as [number,number][]}};
const one=(n:string,g:any)=>{const ts:number[]=[];for(let i=0;i<60;i++){const t=performance.now(); gradeTable({...g,intensity:1-i*1e-6},null)!.values; ts.push(performance.now()-t);} ts.sort((a,b)=>a-b); console.log(n,ts[30].toFixed(2),ts[0].toFixed(2));};
one('all',g); for(const k of Object.keys(g)) one(k,{[k]:(g as any)[k]});
