/**
 * Browser features that are disabled: they serve the user interface, which rendering does not use. The pages of the
 * address bar alone take 0.1 s of CPU time for each window.
 */
const unusedFeatures = [
  ...[
    'Translate',
    'BackForwardCache',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'InterestFeedContentSuggestions',
  ],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/**
 * Command line flags of Chromium for reproducible rendering. They disable windows, GPU and network services, and
 * everything that differs between runs or processors: Skia's selection of instructions, font hinting, sub-pixel text,
 * partial repaints.
 */
export const browserFlags: readonly string[] = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--hide-scrollbars',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-skia-runtime-opts',
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-image-animation-resync',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--run-all-compositor-stages-before-draw',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-sync',
  `--disable-features=${unusedFeatures.join()}`,
  '--metrics-recording-only',
];

/**
 * Flag that freezes animated images (GIF, APNG, WebP) at their first frame, because their time cannot be controlled. It
 * also disables SMIL.
 */
export const stillImagesFlag = '--blink-settings=imageAnimationPolicy=2';

/** Flags that block name resolution, proxies and peer connections, for machines without network namespaces. */
export const offlineFlags: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--disable-quic',
];
