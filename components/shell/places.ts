import { Braces, FileText, House, Layers, PenLine, Send, Smartphone, Users, type LucideIcon } from "lucide-react";

export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Second key of the shortcut: g, then this. */
  key: string;
}

/** Where one can go. A room appears here once it has a page. */
export const places: readonly Place[] = [
  { href: "/", label: "Home", icon: House, key: "h" },
  { href: "/compose", label: "Compose", icon: PenLine, key: "c" },
  { href: "/campaigns", label: "Campaigns", icon: Layers, key: "p" },
  { href: "/templates", label: "Templates", icon: FileText, key: "t" },
  { href: "/audiences", label: "Audiences", icon: Users, key: "u" },
  { href: "/messages", label: "Messages", icon: Send, key: "m" },
  { href: "/devices", label: "Devices", icon: Smartphone, key: "d" },
  { href: "/reference", label: "API", icon: Braces, key: "a" },
];

/** Whether a place is where one is: itself, or a page below it. */
export function isHere(place: Place, pathname: string): boolean {
  return place.href === "/" ? pathname === "/" : pathname === place.href || pathname.startsWith(`${place.href}/`);
}
