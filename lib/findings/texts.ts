import { platforms } from "@/lib/interface/device-kinds";

/** A text of a block. */
export interface BlockText {
  /** RFC 6901, into the request. */
  pointer: string;
  text: string;
  part?: "title" | "text";
}

/** Returns every text of the blocks, by its pointer: titles and texts first. */
export function textsOf(blocks: unknown): BlockText[] {
  const all: BlockText[] = [];
  const walk = (value: unknown, pointer: string) => {
    if (typeof value === "string") all.push({ pointer, text: value });
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value))
        walk(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  };
  walk(blocks, "/channels/push");
  const first = (["title", "text"] as const).flatMap((part) =>
    platforms.flatMap((platform) => {
      const pointer = `/channels/push/${platform}/${part}`;
      return all.filter((one) => one.pointer === pointer).map((one) => ({ ...one, part }));
    }),
  );
  return [...first, ...all.filter(({ pointer }) => !first.some((one) => one.pointer === pointer))];
}
