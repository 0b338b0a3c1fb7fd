import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Icon } from '../components/icon.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, _n, sprintf } from '../i18n.ts';

type Variables = Answer< 'readVariables' >;
type Change = Variables[ 'waiting' ][ number ][ 'change' ];

interface Props {
	path: EnvironmentPath;
	facts: Variables;
}

function changeSentence( change: Change, keys: string ): string {
	switch ( change ) {
		case 'added':
			return sprintf(
				/* translators: %s: names of variables. */
				__( 'Not in the live release: %s.', 'headless-deploy' ),
				keys
			);
		case 'changed':
			return sprintf(
				/* translators: %s: names of variables. */
				__(
					'With another value in the live release: %s.',
					'headless-deploy'
				),
				keys
			);
		case 'deleted':
			return sprintf(
				/* translators: %s: names of variables. */
				__(
					'Deleted, still in the live release: %s.',
					'headless-deploy'
				),
				keys
			);
	}
}

function sentencesOf( { waiting }: Variables ): string[] {
	return ( [ 'added', 'changed', 'deleted' ] as const ).flatMap(
		( change ) => {
			const keys = waiting
				.filter( ( one ) => one.change === change )
				.map( ( { key } ) => key );
			return keys.length === 0
				? []
				: changeSentence( change, keys.join( ', ' ) );
		}
	);
}

function nextBuild( { comingBuild }: Variables ): string {
	return comingBuild === null
		? __( 'The next build uses the variables.', 'headless-deploy' )
		: sprintf(
				/* translators: %d: number of a build. */
				__( 'Build %d uses them.', 'headless-deploy' ),
				comingBuild
			);
}

function RebuildNow( { path }: { path: EnvironmentPath } ) {
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST(
			'/_local/accounts/{account}/apps/{app}/environments/{environment}/builds',
			{
				params: { path: { ...path } },
				body: { action: 'rebuild' },
			}
		)
	);
	const rebuild = () =>
		mutate( undefined, {
			onSuccess: () =>
				showNotice( __( 'Rebuild started.', 'headless-deploy' ) ),
		} );
	return (
		<>
			<ActionButton compact busy={ isPending } onClick={ rebuild }>
				{ __( 'Rebuild now', 'headless-deploy' ) }
			</ActionButton>
			<ErrorNotice error={ error } />
		</>
	);
}

/** What is not as in the live release yet. */
export function WaitingLine( { path, facts }: Props ) {
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
				{ [ ...sentencesOf( facts ), nextBuild( facts ) ].join( ' ' ) }
			</p>
			{ mayRebuild && <RebuildNow path={ path } /> }
		</section>
	);
}
