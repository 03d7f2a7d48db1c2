import { toast } from "@/components/ui/toast";
import { fieldList } from "./document-news";

/** Says that another editor's changes of other fields were merged into what is written here. */
export function announceMerge(by: string, fields: readonly string[]): void {
  toast.info(`${by} changed: ${fieldList(fields)}`, { description: "Merged with your changes." });
}
