import type { ListedMedia } from "@/lib/directory/media/list";
import type { MediaUsers } from "@/lib/directory/media/used-by";
import type { Answer } from "@/lib/inputs/answer";
import type { PageOf } from "@/lib/verb/page-of";

/** Reads a page of the library of a service. */
export type FindMedia = (query: {
  serviceId: string;
  text?: string;
  after?: string;
}) => Promise<Answer<PageOf<ListedMedia>>>;

/** Returns who uses a picture. */
export type FindMediaUsers = (query: { id: string }) => Promise<Answer<MediaUsers>>;

/** What can be done to pictures of the library. */
export interface MediaChanges {
  rename: (input: { id: string; name: string }) => Promise<Answer<unknown>>;
  remove: (input: { id: string }) => Promise<Answer<unknown>>;
}
