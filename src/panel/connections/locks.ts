import type { EnvironmentSettings } from '../../shared/wire.ts';

const TYPED_HERE = [ 'label', 'frontEndUrl' ];

/**
 * Finds the PHP constant that decides a field, null when it is set in the panel.
 *
 * @param field Its name as the server has it.
 */
export function lockOf(
	environment: EnvironmentSettings,
	field: string
): string | null {
	return environment.lockedFields.includes( field )
		? environment.lockedBy
		: null;
}

/**
 * Tells whether there is anything left to edit of a connection: name, address, or what is sent along.
 */
export function isEditable( environment: EnvironmentSettings ): boolean {
	const fields =
		environment.provider === 'generic'
			? [ ...TYPED_HERE, 'headers', 'body' ]
			: TYPED_HERE;
	return fields.some( ( field ) => lockOf( environment, field ) === null );
}
