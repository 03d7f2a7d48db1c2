import type { UpdateCode } from "@/lib/interface/codes";

/** What the contract with programs, and every page of the console, need of a provider. */
export interface ProviderFacts<Kind extends string = string, Device extends string = string> {
  /** As it is stored. */
  kind: Kind;
  /** In sentences of the console. The whole name is the `label` of its credential. */
  name: string;
  /** How the reason of an outcome names it, ahead of the status of an answer: "FCM 404". */
  answers: string;
  /** The content block that its devices show. */
  platform: "android" | "ios" | "web";
  /** The kinds of its devices, with what `destination` says of their push identifiers. */
  devices: readonly { kind: Device; pushids: string }[];
  /** What a push identifier is: the digits of a token of Apple, a subscription, or a text. */
  pushid: "digits" | "subscription" | "text";
  /** Bytes of a payload that it carries, as it counts them. */
  limit: number;
  /** The code of a delivery update for a payload beyond `limit`. */
  tooLarge: UpdateCode;
  /** Absent where custom tags have no names in common with the rest of a payload. */
  tags?: {
    /** How a warning names the provider. */
    at: string;
    /** Names of a payload that are ours or the provider’s. */
    own: readonly string[];
    /** Other names that the provider does not accept. */
    reserved?: RegExp;
  };
}
