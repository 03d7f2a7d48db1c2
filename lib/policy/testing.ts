import { actions as table, type Action } from "./actions";

/** Everything that can be done, for tests. */
export const actions = Object.keys(table) as Action[];
