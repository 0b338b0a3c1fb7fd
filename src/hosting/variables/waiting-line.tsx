import { HostButton } from '../client/changes.tsx';
import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { Icon } from '../../ui/icon.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';

type Variables = Answer< 'readVariables' >;

function sentencesOf( { waiting, comingBuild }: Variables ): string[] {
	const changes = {
		/* translators: %s: names of variables. */
		added: __( 'Not in the live release: %s.', 'headless-deploy' ),
		/* translators: %s: names of variables. */
		changed: __(
			'With another value in the live release: %s.',
			'headless-deploy'
		),
		/* translators: %s: names of variables. */
		deleted: __(
			'Deleted, still in the live release: %s.',
			'headless-deploy'
		),
	};
	const differences = Object.entries( changes ).flatMap(
		( [ change, sentence ] ) => {
			const keys = waiting
				.filter( ( one ) => one.change === change )
				.map( ( { key } ) => key );
			return keys.length === 0
				? []
				: sprintf( sentence, keys.join( ', ' ) );
		}
	);
	/* translators: %d: number of a build. */
	const coming = __( 'Build %d uses them.', 'headless-deploy' );
	const next = __( 'The next build uses the variables.', 'headless-deploy' );
	return [
		...differences,
		comingBuild === null ? next : sprintf( coming, comingBuild ),
	];
}

/** What is not as in the live release yet. */
export function WaitingLine( {
	path,
	facts,
}: {
	path: EnvironmentPath;
	facts: Variables;
} ) {
	const { has, mayWrite } = useHost();
	const { waiting, comingBuild } = facts;
	if ( waiting.length === 0 ) {
		return null;
	}
	const mayRebuild =
		comingBuild === null && mayWrite( path.account ) && has( 'startBuild' );
	/* translators: %d: number of variables. */
	const title = _n(
		'%d change is not live.',
		'%d changes are not live.',
		waiting.length,
		'headless-deploy'
	);
	return (
		<section className="hd-waiting">
			<Icon name="warning" />
			<p>
				<strong>{ sprintf( title, waiting.length ) }</strong>{ ' ' }
				{ sentencesOf( facts ).join( ' ' ) }
			</p>
			{ mayRebuild && (
				<HostButton
					compact
					change={ ( client ) =>
						client.POST(
							'/_local/accounts/{account}/apps/{app}/environments/{environment}/builds',
							{
								params: { path: { ...path } },
								body: { action: 'rebuild' },
							}
						)
					}
					done={ __( 'Rebuild started.', 'headless-deploy' ) }
				>
					{ __( 'Rebuild now', 'headless-deploy' ) }
				</HostButton>
			) }
		</section>
	);
}
