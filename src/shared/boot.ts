import type { Action, Settings, Status } from './wire.ts';

/** How the site writes dates and times: formats of PHP, see https://www.php.net/manual/datetime.format.php. */
export interface DateFormats {
	date: string;
	time: string;
	/** The same with seconds. */
	exactTime: string;
	/**
	 * The names in these formats, by format character: months from January on (`F`, `M`), days from Sunday on (`l`, `D`),
	 * morning and afternoon (`a`, `A`).
	 */
	names: Partial< Record< 'F' | 'M' | 'l' | 'D' | 'a' | 'A', string[] > >;
}

export type NoRunReason =
	'ignored' | 'unconnected' | 'private' | 'pattern' | 'review';

/** Printed into the page for the panel and the editor as `window.headlessDeploy`. */
export interface BootData {
	tab: string;
	urls: Record< string, string >;
	can: { view: boolean; manage: boolean; actions: Action[] };
	preload: {
		status: Status;
		settings: Settings | null;
	};
	/** The server's time when it printed the page, ISO 8601. */
	now: string;
	/** The post types whose changes are recorded. */
	postTypes: string[];
	/** The post types whose changes only start refreshes. */
	refreshOnlyTypes: string[];
	timeZone: string;
	dates: DateFormats;
	/** The labels of the actions. */
	actions: Record< Action, string >;
	/** Why saving a post sends nothing, by reason; null outside the editors. */
	noRun: Record< NoRunReason, string > | null;
}
