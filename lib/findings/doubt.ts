/** What the console knows to be doubtful about a message that the endpoint takes all the same. */
export interface Doubt {
  /** RFC 6901, into the request. */
  pointer: string;
  /** What is doubtful, in a few words. */
  headline: string;
  /** What comes of it, and what to do. */
  text: string;
}
