import { ExternalLink } from '@wordpress/components';
import type { Run } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { Fact } from '../../ui/fact.tsx';
import { actionLabel } from '../../live/labels/action.ts';
import { durationText } from '../../live/labels/run.ts';
import { timeZoneLabel } from '../../live/labels/time.ts';
import { dayAndTime, reasonText } from './run-text.ts';

interface Props {
	run: Run;
	nowMs: number;
	timeZone: string;
}

/** The last part of a resource's name; the rest is the same for all runs. */
function shortName( name: string ): string {
	return name.split( '/' ).at( -1 ) ?? name;
}

function exactTimeText( at: string, { nowMs, timeZone }: Props ): string {
	return sprintf(
		/* translators: 1: a day and a time, for example “Today, 13:58:04”, 2: a time zone, for example “Europe/Stockholm”. */
		__( '%1$s (%2$s)', 'headless-deploy' ),
		dayAndTime( at, nowMs, timeZone, 'exactTime' ),
		timeZoneLabel( timeZone )
	);
}

function BuildName( { name, number, page }: NonNullable< Run[ 'build' ] > ) {
	const label = number ? (
		sprintf(
			/* translators: %d: number of a build. */
			__( 'Build %d', 'headless-deploy' ),
			number
		)
	) : (
		<code dir="ltr">{ shortName( name ) }</code>
	);
	return (
		<>
			{ label }
			{ page && (
				<>
					{ ' ' }
					<ExternalLink href={ page }>
						{ __( 'Build log', 'headless-deploy' ) }
					</ExternalLink>
				</>
			) }
		</>
	);
}

/** The host's names for the operation and the build. */
function Names( { operation, build }: Run ) {
	return (
		<>
			{ operation !== '' && (
				<Fact term={ __( 'Operation', 'headless-deploy' ) }>
					<code dir="ltr">{ shortName( operation ) }</code>
				</Fact>
			) }
			{ build !== null && build.name !== '' && (
				<Fact term={ __( 'Build', 'headless-deploy' ) }>
					<BuildName { ...build } />
				</Fact>
			) }
		</>
	);
}

export function Facts( props: Props ) {
	const { run } = props;
	const [ why ] = reasonText( run );
	const took = durationText( run );
	return (
		<dl className="headless-deploy-facts">
			{ run.status !== 'canceled' && (
				<Fact term={ __( 'Reason', 'headless-deploy' ) }>{ why }</Fact>
			) }
			<Fact term={ __( 'Started', 'headless-deploy' ) }>
				<time dateTime={ run.createdAt }>
					{ exactTimeText( run.createdAt, props ) }
				</time>
			</Fact>
			{ took !== '' && (
				<Fact term={ __( 'Duration', 'headless-deploy' ) }>
					{ took }
				</Fact>
			) }
			{ run.cause !== 'host' && (
				<Fact term={ __( 'Action', 'headless-deploy' ) }>
					{ actionLabel( run.action ) }
				</Fact>
			) }
			<Fact term={ __( 'Environment', 'headless-deploy' ) }>
				<bdi>{ run.environmentLabel }</bdi>
			</Fact>
			<Names { ...run } />
			<Fact term={ __( 'Run', 'headless-deploy' ) }>
				{ `#${ run.id }` }
			</Fact>
		</dl>
	);
}
