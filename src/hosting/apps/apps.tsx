import { useHostQuery } from '../client/queries.ts';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { __ } from '../i18n.ts';

/** The applications of an account with their environments. */
export function Apps( { account }: { account: string } ) {
	const apps = useHostQuery( {
		operation: 'listAppSummaries',
		topics: [ 'apps', 'environments', 'builds' ],
		key: { account },
		read: ( client, signal ) =>
			client.GET( '/_local/accounts/{account}/apps', {
				params: { path: { account } },
				signal,
			} ),
	} );
	return (
		<Page title={ __( 'Apps', 'headless-deploy' ) }>
			<Loaded query={ apps }>
				{ ( list ) =>
					list.apps.map( ( { appId } ) => (
						<Box key={ appId } title={ appId }>
							{ appId }
						</Box>
					) )
				}
			</Loaded>
		</Page>
	);
}
