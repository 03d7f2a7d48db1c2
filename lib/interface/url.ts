/** Schemes that run script or carry a document of their own; refused wherever a link is opened (contract 4). */
const dangerous = ["javascript", "data", "vbscript"];

/** The scheme of a URL in lower case, read as browsers do: leading controls and spaces, and tabs and newlines anywhere, do not count. */
export function schemeOf(url: string): string | undefined {
  let start = 0;
  while (start < url.length && url.charCodeAt(start) <= 0x20) start += 1;
  // A scheme that matters is short; looking no further keeps this linear in nothing but the spaces before it.
  const beginning = url.slice(start, start + 256).replace(/[\t\n\r]/g, "");
  return /^([a-z][a-z\d+.-]*):/i.exec(beginning)?.[1]?.toLowerCase();
}

/** The scheme when it is one of those refused, such as `javascript`. */
export function dangerousScheme(url: string): string | undefined {
  const scheme = schemeOf(url);
  return scheme !== undefined && dangerous.includes(scheme) ? scheme : undefined;
}

/** Whether a text names its scheme, so that it means the same everywhere. `localhost:3000` and `example.com:80` do not. */
export function isAbsoluteUrl(url: string): boolean {
  const scheme = schemeOf(url);
  return scheme !== undefined && !scheme.includes(".") && !/^[^:]*:\d+(?:[/?#]|$)/.test(url);
}

/** Whether a text is an http(s) URL that the WHATWG parser takes, `//` and all. */
export function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Whether a text is a proper `notifyurl`: an absolute http(s) URL without spaces around or tabs and newlines within (interface 7, contract 4). */
export function isNotifyUrl(url: string): boolean {
  return url === url.trim() && !hasControls(url) && isHttpUrl(url);
}

function hasControls(url: string): boolean {
  for (let at = 0; at < url.length; at++) if (url.charCodeAt(at) < 0x20 || url.charCodeAt(at) === 0x7f) return true;
  return false;
}
