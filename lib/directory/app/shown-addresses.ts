import { withoutUserInfo } from "@/lib/interface/url";

interface Addresses {
  siteUrl: string | null;
  iconUrl: string | null;
}

/**
 * An app's addresses as they may be shown and written down: some were stored before user names in
 * them were refused.
 */
export function shownAddresses({ siteUrl, iconUrl }: Addresses): Addresses {
  return {
    siteUrl: siteUrl && withoutUserInfo(siteUrl),
    iconUrl: iconUrl && withoutUserInfo(iconUrl),
  };
}
