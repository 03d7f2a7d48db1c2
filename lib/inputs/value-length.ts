/** UTF-16 units that a recipient's value for a parameter has at most, and a default for it. */
export const mostValueLength = 1_024;
