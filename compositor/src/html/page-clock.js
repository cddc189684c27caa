// Runs inside the page before any of its own code: the only clock of the page is the one that `__framemill.advance`
// moves. Dates, timers, animation frames, random numbers, CSS animations, transitions, Web Animations and SMIL all
// follow it. Plain JavaScript: it is sent to the browser unchanged.
(() => {
  const frameMs = 1000 / 60;
  // 2000-01-01T00:00:00Z: a page that shows a date shows the same one in every render.
  const epochMs = 946_684_800_000;
  const native = {
    frame: globalThis.requestAnimationFrame.bind(globalThis),
    Date: globalThis.Date,
  };
  let now = 0;
  const define = (object, name, value) =>
    Object.defineProperty(object, name, { value, configurable: true, writable: true });

  // --- Navigation is blocked: another page would load at a time of the browser's choosing.
  globalThis.navigation?.addEventListener('navigate', (event) => {
    if (event.cancelable && !event.destination.sameDocument) event.preventDefault();
  });

  // --- Dates and random numbers.
  const dateNow = () => Math.floor(epochMs + now);
  const FakeDate = class extends native.Date {
    constructor(...args) {
      if (args.length === 0) super(epochMs + now);
      else super(...args);
    }
    static now() {
      return dateNow();
    }
  };
  globalThis.Date = new Proxy(FakeDate, { apply: () => new FakeDate().toString() });
  const dates = Intl.DateTimeFormat.prototype;
  const { get: formatOf } = Object.getOwnPropertyDescriptor(dates, 'format');
  Object.defineProperty(dates, 'format', {
    configurable: true,
    get() {
      const format = formatOf.call(this);
      return (date = dateNow()) => format(date);
    },
  });
  const { formatToParts } = dates;
  define(dates, 'formatToParts', function (date = dateNow()) {
    return formatToParts.call(this, date);
  });
  const { Temporal } = globalThis;
  if (Temporal) {
    const instant = () => Temporal.Instant.fromEpochMilliseconds(dateNow());
    const zoned = (zone = Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
    define(Temporal.Now, 'instant', instant);
    define(Temporal.Now, 'zonedDateTimeISO', zoned);
    define(Temporal.Now, 'plainDateTimeISO', (zone) => zoned(zone).toPlainDateTime());
    define(Temporal.Now, 'plainDateISO', (zone) => zoned(zone).toPlainDate());
    define(Temporal.Now, 'plainTimeISO', (zone) => zoned(zone).toPlainTime());
  }
  define(performance, 'now', () => now);
  Object.defineProperty(performance, 'timeOrigin', { get: () => epochMs, configurable: true });
  let seed = 0x9e3779b9;
  // Mulberry32: 32 bits of state suffice for an animation.
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  define(Math, 'random', random);
  define(globalThis.Crypto?.prototype ?? {}, 'getRandomValues', (array) => {
    for (let index = 0; index < array.length; index += 1) array[index] = Math.floor(random() * 4_294_967_296);
    return array;
  });

  // --- Timers and animation frames.
  const timers = new Map();
  let frames = new Map();
  let lastId = 0;
  const call = (callback, ...args) => {
    try {
      if (typeof callback === 'function') callback(...args);
      else document.head.append(Object.assign(document.createElement('script'), { textContent: String(callback) }));
    } catch (error) {
      reportError(error);
    }
  };
  const addTimer = (callback, delay, args, repeats) => {
    lastId += 1;
    const ms = Math.max(1, Number(delay) || 0);
    timers.set(lastId, { at: now + ms, ms, callback, args, repeats });
    return lastId;
  };
  define(globalThis, 'setTimeout', (callback, delay, ...args) => addTimer(callback, delay, args, false));
  define(globalThis, 'setInterval', (callback, delay, ...args) =>
    addTimer(callback, Math.max(4, delay || 0), args, true),
  );
  define(globalThis, 'clearTimeout', (id) => void timers.delete(id));
  define(globalThis, 'clearInterval', (id) => void timers.delete(id));
  define(globalThis, 'requestAnimationFrame', (callback) => {
    lastId += 1;
    frames.set(lastId, callback);
    return lastId;
  });
  define(globalThis, 'cancelAnimationFrame', (id) => void frames.delete(id));
  define(globalThis, 'requestIdleCallback', (callback) =>
    addTimer(() => callback({ didTimeout: false, timeRemaining: () => 5 }), 1, [], false),
  );
  define(globalThis, 'cancelIdleCallback', (id) => void timers.delete(id));

  // Lets the page's resolved promises run, as they do between two tasks.
  const channel = new MessageChannel();
  let resumes = [];
  channel.port1.onmessage = () => {
    const waiting = resumes;
    resumes = [];
    for (const resume of waiting) resume();
  };
  const nextTask = () =>
    new Promise((resolve) => {
      resumes.push(resolve);
      channel.port2.postMessage(0);
    });

  const nextTimer = (until) => {
    let first = null;
    for (const [id, timer] of timers) {
      if (timer.at <= until && (first === null || timer.at < first.timer.at)) first = { id, timer };
    }
    return first;
  };
  const runTimers = async (until) => {
    for (let next = nextTimer(until); next; next = nextTimer(until)) {
      const { id, timer } = next;
      now = Math.max(now, timer.at);
      if (timer.repeats) timer.at += timer.ms;
      else timers.delete(id);
      call(timer.callback, ...timer.args);
      await nextTask();
    }
  };
  const runFrames = async () => {
    if (frames.size === 0) return;
    const due = frames;
    frames = new Map();
    for (const callback of due.values()) call(callback, now);
    await nextTask();
  };

  // --- Animations: the browser's own are paused and set to the page's time.
  const proto = globalThis.Animation?.prototype;
  const own = {};
  for (const name of ['play', 'pause', 'reverse', 'finish', 'cancel', 'updatePlaybackRate']) own[name] = proto?.[name];
  const slots = {};
  for (const name of ['currentTime', 'startTime', 'playbackRate', 'playState']) {
    slots[name] = proto ? Object.getOwnPropertyDescriptor(proto, name) : undefined;
  }
  const states = new Map();
  const get = (animation, name) => slots[name].get.call(animation);
  const set = (animation, name, value) => slots[name].set.call(animation, value);
  const isOwnTime = (animation) => animation.timeline === null || animation.timeline === document.timeline;
  const endOf = (animation) => animation.effect?.getComputedTiming().endTime ?? 0;
  const rateOf = (animation) => get(animation, 'playbackRate');
  const positionOf = (animation, state) => {
    if (state.mode !== 'running') return state.base;
    const rate = rateOf(animation);
    const at = state.base + (now - state.since) * rate;
    return rate < 0 ? Math.max(0, at) : Math.min(endOf(animation), at);
  };
  const hold = (animation, state) => {
    if (get(animation, 'playState') !== 'paused') own.pause.call(animation);
    set(animation, 'currentTime', positionOf(animation, state));
  };
  const adopt = (animation, mode, base) => {
    const state = { mode, base, since: now };
    states.set(animation, state);
    hold(animation, state);
    return state;
  };
  const stateOf = (animation) => states.get(animation) ?? adopt(animation, 'idle', get(animation, 'currentTime') ?? 0);
  const rebase = (animation, changes) => {
    const state = stateOf(animation);
    Object.assign(state, { base: positionOf(animation, state), since: now }, changes);
    hold(animation, state);
  };
  const isOver = (animation, state) => {
    const at = positionOf(animation, state);
    return rateOf(animation) < 0 ? at <= 0 : at >= endOf(animation);
  };
  const start = (animation) => {
    if (!isOwnTime(animation)) return own.play.call(animation);
    const state = stateOf(animation);
    const over = isOver(animation, state);
    const base = over ? (rateOf(animation) < 0 ? endOf(animation) : 0) : positionOf(animation, state);
    return rebase(animation, { mode: 'running', base });
  };
  if (proto) {
    define(proto, 'play', function play() {
      start(this);
    });
    define(proto, 'pause', function pause() {
      if (isOwnTime(this)) rebase(this, { mode: 'paused' });
      else own.pause.call(this);
    });
    define(proto, 'reverse', function reverse() {
      if (!isOwnTime(this)) return own.reverse.call(this);
      rebase(this, {});
      set(this, 'playbackRate', -rateOf(this));
      return start(this);
    });
    define(proto, 'updatePlaybackRate', function updatePlaybackRate(rate) {
      this.playbackRate = rate;
    });
    define(proto, 'cancel', function cancel() {
      states.delete(this);
      own.cancel.call(this);
    });
    define(proto, 'finish', function finish() {
      states.delete(this);
      own.finish.call(this);
      states.set(this, { mode: 'over', base: get(this, 'currentTime') ?? 0, since: now });
    });
    Object.defineProperty(proto, 'currentTime', {
      configurable: true,
      get() {
        const state = states.get(this);
        return state ? positionOf(this, state) : get(this, 'currentTime');
      },
      set(value) {
        if (value === null || !isOwnTime(this)) set(this, 'currentTime', value);
        else rebase(this, { base: Number(value) });
      },
    });
    Object.defineProperty(proto, 'playbackRate', {
      configurable: true,
      get() {
        return rateOf(this);
      },
      set(value) {
        if (states.has(this)) rebase(this, {});
        set(this, 'playbackRate', value);
      },
    });
    Object.defineProperty(proto, 'playState', {
      configurable: true,
      get() {
        const state = states.get(this);
        if (!state || state.mode === 'over' || state.mode === 'idle') return get(this, 'playState');
        if (state.mode === 'paused') return 'paused';
        return isOver(this, state) ? 'finished' : 'running';
      },
    });
    const animate = Element.prototype.animate;
    define(Element.prototype, 'animate', function (...args) {
      const animation = animate.apply(this, args);
      if (isOwnTime(animation)) adopt(animation, 'running', 0);
      return animation;
    });
    Object.defineProperty(AnimationTimeline.prototype, 'currentTime', { configurable: true, get: () => now });
  }

  // A style sheet may pause its animations while they run.
  const sheetPauses = (animation) => {
    const target = animation.effect?.target;
    if (!target || animation.animationName === undefined) return null;
    const style = getComputedStyle(target, animation.effect.pseudoElement);
    const plays = style.animationPlayState.split(',');
    const at = style.animationName.split(',').findIndex((name) => name.trim() === animation.animationName);
    return at < 0 ? null : plays[at % plays.length].trim() === 'paused';
  };
  const follow = (animation) => {
    if (!isOwnTime(animation)) return;
    const state = states.get(animation) ?? adopt(animation, 'running', 0);
    const paused = sheetPauses(animation);
    if (paused !== null && paused !== state.bySheet && state.mode !== 'over') {
      state.bySheet = paused;
      if (paused !== (state.mode === 'paused')) rebase(animation, { mode: paused ? 'paused' : 'running' });
    }
    if (state.mode !== 'running') return;
    if (!isOver(animation, state)) return hold(animation, state);
    // `finish` notifies the listeners of its end, and the browser applies the fill mode.
    state.mode = 'over';
    state.base = positionOf(animation, state);
    own.finish.call(animation);
  };
  const followAll = () => {
    for (const animation of document.getAnimations?.() ?? []) follow(animation);
    for (const drawing of document.querySelectorAll('svg')) {
      if (drawing.ownerSVGElement !== null) continue;
      drawing.pauseAnimations();
      drawing.setCurrentTime(now / 1000);
    }
  };

  // Waits for a real frame, which triggers events of animations, observers and loaded images.
  const settle = async () => {
    followAll();
    await new Promise((resolve) => native.frame(resolve));
    await nextTask();
    // Event handlers may have started animations.
    followAll();
  };

  const driven = {
    /** Seeds `Math.random`. */
    seed(value) {
      seed = value | 0;
    },
    /** Runs the page up to `toMs` of its time, in steps of at most a sixtieth of a second. */
    async advance(toMs) {
      const from = now;
      const steps = Math.max(1, Math.ceil((toMs - from) / frameMs - 1e-6));
      for (let step = 1; step <= steps; step += 1) {
        const until = step === steps ? toMs : from + ((toMs - from) * step) / steps;
        await runTimers(until);
        now = until;
        followAll();
        await runFrames();
      }
      await settle();
    },
    /** Moves a page without scripts directly to a time. */
    async seek(toMs) {
      now = toMs;
      await settle();
    },
    /** Returns whether anything on the page moves by itself. */
    moves() {
      const smil = 'animate, animateTransform, animateMotion, animateColor, set';
      return (document.getAnimations?.().length ?? 0) > 0 || document.querySelector(smil) !== null;
    },
    /** Waits for the fonts that the part of the page parsed so far uses. */
    async loadFonts() {
      document.body?.getBoundingClientRect();
      const loading = [...document.fonts].filter(({ status }) => status === 'loading');
      await Promise.all(loading.map(({ loaded }) => loaded.catch(() => undefined)));
    },
    /** Waits for all fonts and images. */
    async ready() {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await settle();
    },
  };
  // The page cannot replace this object, by accident or on purpose, and so cannot lose its clock.
  Object.defineProperty(globalThis, '__framemill', { value: Object.freeze(driven) });
})();
