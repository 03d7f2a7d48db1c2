/**
 * A bitmap of users has a bit for each of so many: those whose numbers, divided by it, are its
 * part. A migration creates the type of the column and the aggregate `user_bits` for it.
 */
const usersOfPart = 32_768;

/** SQL for the part that a user with a number is in. */
export function partOf(number: string): string {
  return `(${number} / ${usersOfPart})`;
}

/** SQL for the place of a user with a number in the bitmap of the part. */
function placeOf(number: string): string {
  return `(${number} % ${usersOfPart})`;
}

/** SQL that sets the bits of users in rows of one part. An aggregate. */
export function bitsOf(number: string): string {
  return `user_bits(${placeOf(number)}, 1)`;
}

/** SQL for whether the bit of a user is set in the bitmap of their part; false without a bitmap. */
export function hasBit(bits: string, number: string): string {
  return `(coalesce(get_bit(${bits}, ${placeOf(number)}), 0) = 1)`;
}
