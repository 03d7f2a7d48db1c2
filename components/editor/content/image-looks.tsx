"use client";

import {
  createContext,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { NamedImage } from "@/lib/findings/images";
import { imageStore, type ImageState, type ImageStore, type LookAtImage } from "./image-store";

const ImagesContext = createContext<ImageStore | undefined>(undefined);
const none = () => () => undefined;

/** One for the tab, so that results are reused by the next message. */
let ofTab: ImageStore | undefined;

/**
 * Lets the pictures of a message be looked at; where members may look only at the message, no
 * action is given and nothing is.
 */
export function ImageLooksProvider({
  look,
  children,
}: {
  look: LookAtImage | undefined;
  children: ReactNode;
}) {
  const [store] = useState(() => look && (ofTab ??= imageStore(look)));
  return <ImagesContext value={store}>{children}</ImagesContext>;
}

/** The state of a picture; undefined until it is looked at. */
export function useImage(url: string): ImageState | undefined {
  const store = use(ImagesContext);
  const read = () => store?.read(url);
  return useSyncExternalStore(store?.watch ?? none, read, read);
}

const nothing: ReadonlyMap<string, ImageState> = new Map();

/** Has the pictures of a message looked at. Returns the state of each picture, by address. */
export function useImageLooks(
  appid: string,
  images: readonly NamedImage[],
): ReadonlyMap<string, ImageState> {
  const store = use(ImagesContext);
  const urls = JSON.stringify([...new Set(images.map(({ url }) => url))]);
  useEffect(() => store?.want(appid, JSON.parse(urls) as string[]), [store, appid, urls]);
  const all = () => store?.all() ?? nothing;
  return useSyncExternalStore(store?.watch ?? none, all, all);
}
