import { accounts } from "./accounts";
import type { Calls } from "./call";
import { campaigns } from "./campaigns";
import { directory } from "./directory";
import { notices } from "./notices";
import { templates } from "./templates";
import { updates } from "./updates";

/**
 * Every server action that asks for a right, with an input that works: who may call it, in which
 * service, and what it answers to hostile text are all tried with these. In the order in which they
 * are tried, since some use up what others need.
 */
export const calls: Calls = {
  ...campaigns,
  ...templates,
  ...directory,
  ...accounts,
  ...updates,
  ...notices,
};
