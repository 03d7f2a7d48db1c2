import { redirect } from "next/navigation";
import { single, withQuery } from "@/components/shell/with-query";
import type { Query } from "../in-service";

export default async function SettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { service } = await searchParams;
  redirect(withQuery("/settings/services", { service: single(service) }));
}
