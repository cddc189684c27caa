// Builds the page of scene S5 and registers the timeline that the renderer seeks. What is written to the page is a
// function of the time alone.
{
  const { size, still, shapesAt, titles, titlesAt, canvas, text } = globalThis.motion;
  const root = document.querySelector('#root');
  root.dataset.duration = String(canvas.seconds);
  Object.assign(root.style, {
    width: `${canvas.width}px`,
    height: `${canvas.height}px`,
    background: canvas.background,
  });

  const shapes = still.map(({ svg, blend, filter }) => {
    const shape = document.createElement('div');
    shape.className = 'shape';
    shape.innerHTML = svg;
    Object.assign(shape.style, { margin: `${-size / 2}px`, mixBlendMode: blend, filter });
    root.append(shape);
    return shape;
  });
  const rows = titles.map(({ letters, y }) => {
    const title = document.createElement('div');
    title.className = 'title';
    Object.assign(title.style, text, { fontSize: `${text.fontSize}px`, top: `calc(50% + ${y}px - 0.6em)` });
    for (const letter of letters) title.append(Object.assign(document.createElement('span'), { textContent: letter }));
    root.append(title);
    return title;
  });

  function show(seconds) {
    for (const [i, transform] of shapesAt(seconds).entries()) shapes[i].style.transform = transform;
    for (const [i, letters] of titlesAt(seconds).entries()) {
      rows[i].style.visibility = letters === null ? 'hidden' : 'visible';
      for (const [at, { opacity, below }] of (letters ?? []).entries()) {
        Object.assign(rows[i].children[at].style, { opacity, transform: `translateY(${below}em)` });
      }
    }
  }

  // What the renderer asks of a timeline.
  let now = 0;
  const seek = (seconds) => {
    now = seconds;
    show(seconds);
    return timeline;
  };
  const timeline = {
    play: () => timeline,
    pause: () => timeline,
    paused: () => true,
    timeScale: () => 1,
    duration: () => canvas.seconds,
    totalDuration: () => canvas.seconds,
    time: (to) => (to === undefined ? now : seek(to)),
    totalTime: (to) => (to === undefined ? now : seek(to)),
    seek,
    getChildren: () => [],
  };
  seek(0);
  globalThis.__timelines = { ...globalThis.__timelines, s5: timeline };
}
