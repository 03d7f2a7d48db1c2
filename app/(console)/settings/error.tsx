"use client";

import { ErrorView } from "@/components/shell/error-view";

export default function SettingsError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} onRetry={retry} />;
}
