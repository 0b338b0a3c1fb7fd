import type { BootData } from '../shared/boot.ts';

declare global {
	interface Window {
		/** Printed into the page by the plugin. */
		headlessDeploy?: BootData;
	}
}

/** Reads what the plugin printed into the page, or null where it printed nothing. */
export function readBoot(): BootData | null {
	return window.headlessDeploy ?? null;
}
