import { MASK } from '../../shared/server-facts.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';

export interface HeaderRow {
	key: number;
	name: string;
	/** As typed; empty to keep the stored value. */
	value: string;
	/** The name under which the server stores the value; null for a new row. */
	stored: string | null;
}

/** Headers and body of a generic webhook, as typed. */
export interface Extras {
	rows: HeaderRow[];
	/** Null keeps the stored body. */
	body: string | null;
}

type SavedExtras = Pick< EnvironmentSettings[ 'webhook' ], 'headers' | 'body' >;

export const NO_EXTRAS: SavedExtras = { headers: [], body: '' };

export function extrasOf( savedExtras: SavedExtras ): Extras {
	return {
		rows: savedExtras.headers.map( ( { name }, key ) => ( {
			key,
			name,
			value: '',
			stored: name,
		} ) ),
		body: savedExtras.body === '' ? '' : null,
	};
}

/** Whether the stored value stays; it belongs to the name that it was stored with. */
export function keepsValue( { name, value, stored }: HeaderRow ): boolean {
	return value === '' && stored?.toLowerCase() === name.trim().toLowerCase();
}

function isFilled( { name, value }: HeaderRow ): boolean {
	return name.trim() !== '' || value !== '';
}

/** Finds the first row that repeats a name: an object cannot hold both. */
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

/** Collects only what changed: a user who may not change headers may still rename an environment. */
export function extrasInput(
	savedExtras: SavedExtras,
	{ rows, body }: Extras
): Pick< EnvironmentInput, 'headers' | 'body' > {
	const filled = rows.filter( isFilled );
	const isSame =
		filled.length === savedExtras.headers.length &&
		filled.every( ( row ) => row.stored === row.name && row.value === '' );
	const isBodySame =
		body === null || ( body === '' && savedExtras.body === '' );
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
