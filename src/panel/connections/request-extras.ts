import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';

/** What the server shows in the place of a secret, and keeps the secret for. */
export const MASK = '••••';

/** A header as it is edited. */
export interface HeaderRow {
	key: number;
	name: string;
	/** What was typed; empty as long as the stored value is to stay. */
	value: string;
	/** The name under which the server keeps a value, null for a new row. */
	stored: string | null;
}

/** What is sent to a plain POST address besides the address, as it is edited. */
export interface Extras {
	rows: HeaderRow[];
	/** Null keeps the body that the server has. */
	body: string | null;
}

type Known = Pick< EnvironmentSettings[ 'webhook' ], 'headers' | 'body' >;

/** What there is before anything was typed. */
export const NO_EXTRAS: Known = { headers: [], body: '' };

/**
 * Starts editing.
 *
 * @param known What the server shows.
 */
export function extrasOf( known: Known ): Extras {
	return {
		rows: known.headers.map( ( { name }, key ) => ( {
			key,
			name,
			value: '',
			stored: name,
		} ) ),
		body: known.body === '' ? '' : null,
	};
}

/**
 * Tells whether the stored value of a row stays: it belongs to its name alone.
 */
export function keepsValue( { name, value, stored }: HeaderRow ): boolean {
	return value === '' && stored?.toLowerCase() === name.trim().toLowerCase();
}

function isFilled( { name, value }: HeaderRow ): boolean {
	return name.trim() !== '' || value !== '';
}

/**
 * Finds the first row whose name stands above it already: an object cannot hold both.
 */
export function duplicateHeader(
	rows: readonly HeaderRow[]
): HeaderRow | null {
	const names = rows.map( ( { name } ) => name.trim().toLowerCase() );
	return (
		rows.find(
			( row, index ) =>
				isFilled( row ) &&
				names.indexOf( names[ index ] ?? '' ) !== index
		) ?? null
	);
}

/**
 * Collects what changed, and nothing else: who may not change headers may still rename an environment.
 *
 * @param known What the server shows.
 */
export function extrasInput(
	known: Known,
	{ rows, body }: Extras
): Pick< EnvironmentInput, 'headers' | 'body' > {
	const filled = rows.filter( isFilled );
	const isSame =
		filled.length === known.headers.length &&
		filled.every( ( row ) => row.stored === row.name && row.value === '' );
	const isBodySame = body === null || ( body === '' && known.body === '' );
	return {
		...( isSame
			? {}
			: {
					headers: Object.fromEntries(
						filled.map( ( row ) => [
							row.name.trim(),
							keepsValue( row ) ? MASK : row.value,
						] )
					),
				} ),
		...( isBodySame ? {} : { body } ),
	};
}
