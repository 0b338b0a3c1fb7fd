import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { useNotice } from '../components/notice-line.tsx';
import { __ } from '../i18n.ts';

interface Setting {
	wpEnvironment?: string;
	rootDirectory?: string;
}

/** Saves a setting of an environment that the next build gets. */
export function useSetting( path: EnvironmentPath ) {
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange(
		( client, body: Setting ) =>
			client.PATCH(
				'/v1/accounts/{account}/apps/{app}/environments/{environment}',
				{ params: { path: { ...path } }, body }
			)
	);
	const save = ( setting: Setting ) =>
		mutate( setting, {
			onSuccess: () =>
				showNotice(
					__( 'Saved. The next build uses it.', 'headless-deploy' )
				),
		} );
	return { save, isPending, error };
}
