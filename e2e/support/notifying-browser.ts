// oxlint-disable-next-line node/no-process-env -- tools/test.mjs finds the browser and names it here
const { CLARION_BROWSER: executablePath } = process.env;

/**
 * For `test.use`: the full browser. The headless shell, which the other tests use, shows no
 * notifications.
 */
export const launchOptions = {
  args: ["--no-sandbox"],
  ...(executablePath === undefined ? {} : { executablePath }),
};
