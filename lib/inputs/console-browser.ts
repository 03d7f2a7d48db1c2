/** The user that browsers showing the console register as. */
export const consoleBrowserUser = "this-browser";
