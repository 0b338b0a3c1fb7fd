import { Link } from 'wouter';
import { HostButton } from '../client/changes.tsx';
import { addresses } from '../addresses.ts';
import { useMay } from '../client/host.ts';
import { Box } from '../../ui/box.tsx';
import { Fact } from '../../ui/fact.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { useTimeLabel } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { regionLabel } from '../labels/environment.ts';
import { numberLabel, sizeLabel } from '../labels/size.ts';
import { hostAndPort } from '../labels/url.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import type { EnvironmentProps } from './environment-frame.tsx';
import { SiteFact } from './site-connection.tsx';
import { installLabel } from './install-field.tsx';

function ExternalUrl( { url, text = url }: { url: string; text?: string } ) {
	return (
		<a href={ url } target="_blank" rel="noreferrer">
			{ text }
		</a>
	);
}

function hitsLabel( { hits, misses }: EnvironmentSummary[ 'cache' ] ): string {
	const requests = hits + misses;
	/* translators: %s: a number. */
	const text = __( '%s %% hits', 'headless-deploy' );
	return requests === 0
		? __( 'No requests yet', 'headless-deploy' )
		: sprintf( text, numberLabel( ( 100 * hits ) / requests ) );
}

/** What a live site uses. */
function UsageFacts( { path, summary: { cache, disk } }: EnvironmentProps ) {
	const may = useMay( path.account );
	const timeLabel = useTimeLabel();
	/* translators: %s: time. */
	const measured = __( 'measured %s', 'headless-deploy' );
	const link = ( tab: 'cache' | 'usage', text: string ) => (
		<Link
			className="hd-plain-link"
			href={ addresses.environment( path, tab ) }
		>
			{ text }
		</Link>
	);
	const purgeButton = (
		<HostButton
			compact
			change={ ( client ) =>
				client.POST(
					'/v1/accounts/{account}/apps/{app}/environments/{environment}:clearCache',
					{ params: { path: { ...path } } }
				)
			}
			done={ __( 'Cache purged.', 'headless-deploy' ) }
		>
			{ __( 'Purge Cache', 'headless-deploy' ) }
		</HostButton>
	);
	return (
		<>
			<Fact term={ __( 'Edge cache', 'headless-deploy' ) }>
				{ link( 'cache', hitsLabel( cache ) ) }
				{ may( 'clearCache' ) && purgeButton }
			</Fact>
			<Fact term={ __( 'Disk', 'headless-deploy' ) }>
				{ link(
					'usage',
					disk
						? sizeLabel( disk.bytes )
						: __( 'Not measured yet', 'headless-deploy' )
				) }
				{ disk && (
					<span className="hd-hint">
						{ sprintf( measured, timeLabel( disk.measureTime ) ) }
					</span>
				) }
			</Fact>
		</>
	);
}

/** What does not change from build to build, and where to read more. */
export function Facts( props: EnvironmentProps ) {
	const { install, region, id, buildCount, served, url } = props.summary;
	const address = __( 'the address', 'headless-deploy' );
	const idSubject = __( 'the environment ID', 'headless-deploy' );
	return (
		<Box>
			<dl className="hd-fact-list">
				<Fact term={ __( 'Address', 'headless-deploy' ) }>
					{ served ? (
						<>
							<ExternalUrl url={ url } />
							<CopyButton subject={ address } text={ url } />
						</>
					) : (
						<span className="hd-muted">
							{ __( 'With the first build', 'headless-deploy' ) }
						</span>
					) }
				</Fact>
				<Fact term={ __( 'WordPress install', 'headless-deploy' ) }>
					<span>{ install.name || installLabel( install ) }</span>
					{ install.url && (
						<ExternalUrl
							url={ install.url }
							text={ hostAndPort( install.url ) }
						/>
					) }
				</Fact>
				<SiteFact path={ props.path } />
				<Fact term={ __( 'Region', 'headless-deploy' ) }>
					{ regionLabel( region ) }
				</Fact>
				<Fact term={ __( 'Environment ID', 'headless-deploy' ) }>
					<code title={ id }>
						{ `${ id.slice( 0, 4 ) }…${ id.slice( -4 ) }` }
					</code>
					<CopyButton subject={ idSubject } text={ id } />
				</Fact>
				{ buildCount > 0 && <UsageFacts { ...props } /> }
			</dl>
		</Box>
	);
}
