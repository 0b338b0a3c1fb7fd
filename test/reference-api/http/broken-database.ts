/** Errors of the database on purpose, so that an operation answers what only a broken machine brings. */
import { vi } from 'vitest';
import { diskFullError } from '../../../src/reference-api/lib/disk-errors.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { GroupCommit } from '../../../src/reference-api/store/group-commit.ts';
import { SqliteExecutor } from '../../../src/reference-api/store/sqlite-executor.ts';

const BUG = new Error( 'A bug on purpose.' );
const DAMAGED = new HostingError( 503, 'The database is damaged on purpose.' );
const DISK_FULL = diskFullError();

function failReads( error: Error ) {
	const methods = [ 'all', 'first' ] as const;
	return methods.map( ( name ) =>
		vi.spyOn( SqliteExecutor.prototype, name ).mockRejectedValue( error )
	);
}

function failWrites( error: Error ) {
	return [
		vi.spyOn( GroupCommit.prototype, 'write' ).mockRejectedValue( error ),
	];
}

/** Runs some work while the database cannot be read, or cannot be written: an unknown error, a damage, a full disk. */
export async function withBrokenDatabase(
	work: () => Promise< unknown >
): Promise< void > {
	for ( const breakDatabase of [
		() => failReads( BUG ),
		() => failReads( DAMAGED ),
		() => failWrites( DISK_FULL ),
	] ) {
		const spies = breakDatabase();
		try {
			await work();
		} finally {
			spies.forEach( ( spy ) => spy.mockRestore() );
		}
	}
}

/** Returns whether an error that the platform reports is one of those, or caused by one. */
export function isOnPurpose( error: unknown ): boolean {
	const causes = [ error, error instanceof Error && error.cause ];
	return [ BUG, DAMAGED, DISK_FULL ].some( ( one ) =>
		causes.includes( one )
	);
}
