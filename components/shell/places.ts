import {
  Bell,
  BellOff,
  BookOpenCheck,
  Braces,
  CalendarDays,
  FileText,
  House,
  Images,
  Layers,
  ListFilter,
  PenLine,
  Send,
  Settings,
  Smartphone,
  UserRound,
  UserX,
  Users,
  type LucideIcon,
} from "lucide-react";
import { paths } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";

export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
  /**
   * The right without which there is nothing to see or do there; none for a place that every member
   * has.
   */
  needs?: Action;
  /** Second key of the shortcut: g, then this. */
  key: string;
}

/** The rooms of the settings, in the order in which a service is set up. */
export const settingsRooms: readonly Pick<Place, "href" | "label" | "needs">[] = [
  { href: paths.services(), label: "Services" },
  { href: paths.apps(), label: "Apps" },
  { href: paths.notifyUrls(), label: "Notify URLs" },
  { href: paths.attributes(), label: "Attributes" },
  { href: paths.members(), label: "Members" },
  { href: paths.connections(), label: "Single sign-on", needs: "connection.save" },
  { href: paths.retention(), label: "Retention", needs: "retention.change" },
  { href: paths.audit(), label: "Audit log", needs: "audit.read" },
];

/** Where one can go. A room appears here once it has a page. */
export const places: readonly Place[] = [
  { href: "/", label: "Home", icon: House, key: "h" },
  { href: paths.compose(), label: "Compose", icon: PenLine, key: "c", needs: "campaign.save" },
  { href: paths.campaigns(), label: "Campaigns", icon: Layers, key: "p" },
  { href: paths.templates(), label: "Templates", icon: FileText, key: "t" },
  { href: paths.media(), label: "Media", icon: Images, key: "i" },
  { href: paths.audiences(), label: "Audiences", icon: Users, key: "u" },
  { href: paths.messages(), label: "Messages", icon: Send, key: "m" },
  { href: paths.devices(), label: "Devices", icon: Smartphone, key: "d" },
  { href: paths.settings(), label: "Settings", icon: Settings, key: "s" },
  { href: paths.reference(), label: "API", icon: Braces, key: "a" },
];

/** Pages below others, which the palette leads to as well. */
export const furtherPlaces: readonly Omit<Place, "key">[] = [
  ...settingsRooms.map(({ label, ...room }) => ({
    ...room,
    label: `Settings: ${label.toLowerCase()}`,
    icon: Settings,
  })),
  { href: paths.segments(), label: "Segments", icon: ListFilter },
  { href: paths.calendar(), label: "Calendar", icon: CalendarDays },
  { href: paths.users(), label: "Users", icon: UserRound },
  { href: paths.registeredDevices(), label: "Registered devices", icon: Smartphone },
  { href: paths.suppressionList(), label: "Suppression list", icon: BellOff },
  { href: paths.removedPeople(), label: "Removed people", icon: UserX, needs: "person.erase" },
  { href: paths.notices(), label: "Notices", icon: Bell },
  { href: paths.start(), label: "Send to your own app", icon: BookOpenCheck },
];

/** Those of some places in which a member has something to see or do. */
export function placesFor<P extends Pick<Place, "needs">>(
  all: readonly P[],
  may: (action: Action) => boolean,
): P[] {
  return all.filter(({ needs }) => needs === undefined || may(needs));
}

/**
 * Rooms that need a right, with the services of a member in which they are shown: true for all of
 * them.
 */
export type NarrowedRooms = Readonly<Record<string, true | readonly string[]>>;

/**
 * In which of the services of a member each room of the settings is shown that needs a right; in
 * short where it is so in all of them, for there may be hundreds.
 */
export function narrowedRooms(
  serviceIds: readonly string[],
  may: (action: Action, serviceId: string) => boolean,
): NarrowedRooms {
  return Object.fromEntries(
    settingsRooms.flatMap(({ href, needs }) => {
      if (needs === undefined) return [];
      const visibleIn = serviceIds.filter((id) => may(needs, id));
      return [[href, visibleIn.length === serviceIds.length || visibleIn] as const];
    }),
  );
}

/** The rooms of the settings that a member sees in a service. */
export function roomsIn(narrowed: NarrowedRooms, serviceId: string | undefined) {
  return settingsRooms.filter(({ href }) => {
    const visibleIn = narrowed[href] ?? true;
    return visibleIn === true || (serviceId !== undefined && visibleIn.includes(serviceId));
  });
}

/** Whether a place is where one is: itself, or a page below it. */
export function isHere(place: Place, pathname: string): boolean {
  return place.href === "/"
    ? pathname === "/"
    : pathname === place.href || pathname.startsWith(`${place.href}/`);
}

/**
 * Whether a page keeps a bar of its own at the lower edge of a phone, where others have the
 * navigation.
 */
export function hasOwnBar(pathname: string): boolean {
  return pathname === paths.compose() || /^\/templates\/[^/]+\/edit$/.test(pathname);
}
