import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Host, EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { __ } from '../i18n.ts';

interface Props {
	path: EnvironmentPath;
	connectSite: NonNullable< Host[ 'connectSite' ] >;
}

/** Connects this WordPress site to an environment. Its webhook URLs stay on the server. */
export function ConnectSite( { path, connectSite }: Props ) {
	const queries = useQueryClient();
	const { mutate, data, error, isPending } = useMutation( {
		mutationFn: () => connectSite( path ),
		onSuccess: () => {
			void queries.invalidateQueries();
		},
	} );
	return (
		<>
			<p role="status">
				{ data?.message ??
					__(
						'WordPress then rebuilds this environment or purges its cache when content changes.',
						'headless-deploy'
					) }
			</p>
			<ErrorNotice error={ error } />
			{ data === undefined && (
				<ActionButton busy={ isPending } onClick={ () => mutate() }>
					{ __( 'Connect to this site', 'headless-deploy' ) }
				</ActionButton>
			) }
		</>
	);
}
