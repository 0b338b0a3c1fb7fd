import type { UsageTable } from './subjects.ts';

export interface DiskSize {
	/** Files and database. */
	bytes: number;
	measureTime: Date;
}

/**
 * Returns the newest measurement of an environment, with the database of its install on that day.
 *
 * @return Null if it was not measured since the first day.
 */
export async function diskSize(
	usage: UsageTable,
	{ environmentId, installId }: { environmentId: string; installId: string },
	firstDate: string
): Promise< DiskSize | null > {
	const day = await usage.newestMeasured( environmentId, firstDate );
	if ( ! day?.measureTime ) {
		return null;
	}
	const database = await usage.day( installId, day.date );
	return {
		bytes: ( day.fileBytes ?? 0 ) + ( database?.databaseBytes ?? 0 ),
		measureTime: day.measureTime,
	};
}
