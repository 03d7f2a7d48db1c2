import { leastOf, type Action } from "./actions";

/** Everything that can be done, for tests. */
export const actions = Object.keys(leastOf) as Action[];
