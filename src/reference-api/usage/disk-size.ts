import type { AccountUsage } from '../model/usage.ts';

export interface DiskSize {
	/** Files and database. */
	bytes: number;
	measureTime: Date;
}

/**
 * Returns the newest measurement of an environment.
 *
 * @param usage The usage of its account.
 * @return Null if it was not measured in the days of the usage.
 */
export function diskSize(
	usage: AccountUsage,
	environmentId: string
): DiskSize | null {
	const day = usage.environments
		.find( ( one ) => one.environmentId === environmentId )
		?.days.findLast( ( { measureTime } ) => measureTime !== null );
	return day?.measureTime
		? {
				bytes: ( day.fileBytes ?? 0 ) + ( day.databaseBytes ?? 0 ),
				measureTime: day.measureTime,
			}
		: null;
}
