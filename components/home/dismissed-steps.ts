/**
 * Name of the cookie of a browser in which the first steps were dismissed. It says nothing about
 * anybody.
 */
export const dismissedSteps = "clarion-first-steps-dismissed";
