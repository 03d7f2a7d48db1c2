import type { ReactNode } from "react";
import type { RankCandidate } from "./rank";

/** One line of the palette. */
export interface PaletteEntry extends RankCandidate {
  id: string;
  icon: ReactNode;
  /** What is drawn; the name when left out. */
  text?: ReactNode;
  /** The keys that do the same. */
  keys?: readonly string[];
  onSelect: () => void;
}
