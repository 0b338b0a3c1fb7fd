/** What the judge knows after the saves. All times are milliseconds since 1970 by the clock of the test. */

export interface Save {
	/** Null when the answer names none. */
	postId: number | null;
	/** What the answer says about the time of the save, by the clock of the web server: the row names the same time. */
	modifiedSeconds: number | null;
	startedAt: number;
	/** 0 when there was no answer. */
	status: number;
	/** The answer to a save that failed. */
	error: string;
}

export interface ChangeRow {
	id: number;
	environment: string;
	/** 0 while it is pending. */
	runId: number;
	/** The posts that it names, with the time of their save in seconds. */
	posts: readonly { id: number; modifiedSeconds: number }[];
}

export interface RunRow {
	id: number;
	environment: string;
	status: string;
}

export interface HostCall {
	environment: string;
	lane: string;
	/** The run that it belongs to; null when the test could not read it. */
	runId: number | null;
	startedAt: number;
	/** Infinity while it is open. */
	endedAt: number;
	isAccepted: boolean;
}

export interface Evidence {
	/** Environments in which every save must be deployed. */
	environments: readonly string[];
	saves: readonly Save[];
	changes: readonly ChangeRow[];
	runs: readonly RunRow[];
	calls: readonly HostCall[];
	/** How many changes the notice about refused changes counts. */
	listedAsNotRecorded: number;
	/** Checksums of the tables, by node. */
	checksums: Readonly<
		Record< string, Readonly< Record< string, string > > >
	>;
	/** The log of PHP. */
	phpLog: string;
}
