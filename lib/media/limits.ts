/** Bytes of a picture: of a notification's at Firebase, and of an attachment at Apple. */
export const mostBytes = { android: 1_048_576, ios: 10_485_760 } as const;
/** From so many pixels on, a phone may lack the memory: they take four bytes each. */
export const manyPixels = 25_000_000;
/** Android's large picture is twice as wide as high; icons are square. */
export const ratios = { picture: 2, icon: 1 } as const;
/** Of a ratio: an invisible loss. */
export const slight = 0.03;
