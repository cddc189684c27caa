// Scene S5 for Remotion: a component that draws the frame it is asked for.
import './film.js';
import './motion.js';
import { useEffect, useState } from 'react';
import {
  AbsoluteFill,
  Composition,
  continueRender,
  delayRender,
  registerRoot,
  staticFile,
  useCurrentFrame,
} from 'remotion';

const { size, still, shapesAt, titles, titlesAt, canvas, text } = globalThis.motion;
const middle = { position: 'absolute', left: '50%', top: '50%' };

function Film() {
  const seconds = useCurrentFrame() / canvas.fps;
  useInter();
  const places = shapesAt(seconds);
  const letters = titlesAt(seconds);
  return (
    <AbsoluteFill style={{ background: canvas.background, isolation: 'isolate' }}>
      {still.map(({ svg, blend, filter }, i) => (
        <div
          key={i}
          style={{ ...middle, margin: -size / 2, mixBlendMode: blend, filter, transform: places[i] }}
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      ))}
      {titles.map(({ letters: characters, start, y }, i) =>
        letters[i] === null ? null : (
          <div key={start} style={{ ...text, position: 'absolute', width: '100%', top: `calc(50% + ${y}px - 0.6em)` }}>
            {characters.map((character, at) => (
              <span key={at} style={{ display: 'inline-block', ...look(letters[i][at]) }}>
                {character}
              </span>
            ))}
          </div>
        ),
      )}
    </AbsoluteFill>
  );
}

function look({ opacity, below }) {
  return { opacity, transform: `translateY(${below}em)` };
}

function useInter() {
  const [handle] = useState(() => delayRender('Inter'));
  useEffect(() => {
    const face = new FontFace('Inter', `url(${staticFile('Inter-Bold.ttf')})`, { weight: '700' });
    document.fonts.add(face);
    face.load().then(() => continueRender(handle));
  }, [handle]);
}

registerRoot(() => (
  <Composition
    id="S5"
    component={Film}
    width={canvas.width}
    height={canvas.height}
    fps={canvas.fps}
    durationInFrames={canvas.seconds * canvas.fps}
  />
));
