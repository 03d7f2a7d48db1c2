import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConsoleBuild } from "@/lib/runtime/console-build";

/** Seconds after which the page asks again. */
const againSeconds = 2;

/**
 * Answers requests for pages while the console is being built, with 503 and `Retry-After`: a page
 * that shows the progress and loads again by itself, or a line of text for clients that accept no
 * HTML.
 *
 * @param now milliseconds
 */
export function buildPage(
  { step }: Pick<ConsoleBuild, "step">,
  now: () => number = () => performance.now(),
) {
  const started = now();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const seconds = Math.round((now() - started) / 1_000);
    const isPage = (request.headers.accept ?? "").includes("text/html");
    const body = isPage
      ? page(step(), seconds)
      : `The console is being built (${step()}, ${seconds} s so far). The interface answers already.\n`;
    response.writeHead(503, {
      "content-type": `text/${isPage ? "html" : "plain"}; charset=utf-8`,
      "cache-control": "no-store",
      "retry-after": String(againSeconds),
      ...(isPage
        ? {
            refresh: String(againSeconds),
            "content-security-policy":
              "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          }
        : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

const page = (step: string, seconds: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Building the console · Clarion</title>
<style>
  :root { color-scheme: light dark; accent-color: #4f46e5; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box }
  main { max-width: 26rem }
  h1 { font-size: 1.25rem; margin: 0 0 0.5rem }
  p { margin: 0.5rem 0 0; color: light-dark(#52525b, #a1a1aa) }
  progress { width: 100%; height: 0.5rem; margin: 0.75rem 0 0.25rem }
</style>
<main>
  <h1>Clarion is building its console</h1>
  <progress aria-label="Building the console"></progress>
  <p role="status">${step}: ${seconds} s so far. This takes about a minute, and is done once.</p>
  <p>This page opens the console when it is ready. The interface at <code>/resources/v1</code> answers already.</p>
</main>
</html>
`;
