import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useMay } from '../client/host.ts';
import { Box, Fact } from '../components/box.tsx';
import { ChangeButton } from '../components/change-button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { useTimeLabel } from '../components/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { regionLabel } from '../labels/environment.ts';
import { numberLabel, sizeLabel } from '../labels/size.ts';
import { hostAndPort } from '../labels/url.ts';
import type { EnvironmentSummary } from '../../shared/platform-api.generated.ts';
import type { EnvironmentProps } from './environment-frame.tsx';
import { SiteFact } from './site-connection.tsx';

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
		<ChangeButton
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
		</ChangeButton>
	);
	return (
		<>
			<Fact
				name={ __( 'Edge cache', 'headless-deploy' ) }
				action={ may( 'clearCache' ) && purgeButton }
			>
				{ link( 'cache', hitsLabel( cache ) ) }
			</Fact>
			<Fact
				name={ __( 'Disk', 'headless-deploy' ) }
				action={
					disk && (
						<span className="hd-hint">
							{ sprintf(
								measured,
								timeLabel( disk.measureTime )
							) }
						</span>
					)
				}
			>
				{ link(
					'usage',
					disk
						? sizeLabel( disk.bytes )
						: __( 'Not measured yet', 'headless-deploy' )
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
			<dl>
				<Fact
					name={ __( 'Address', 'headless-deploy' ) }
					action={
						served && (
							<CopyButton subject={ address } text={ url } />
						)
					}
				>
					{ served ? (
						<ExternalUrl url={ url } />
					) : (
						<span className="hd-muted">
							{ __( 'With the first build', 'headless-deploy' ) }
						</span>
					) }
				</Fact>
				<Fact
					name={ __( 'WordPress install', 'headless-deploy' ) }
					action={
						install.url && (
							<ExternalUrl
								url={ install.url }
								text={ hostAndPort( install.url ) }
							/>
						)
					}
				>
					{ install.name }
				</Fact>
				<SiteFact path={ props.path } />
				<Fact name={ __( 'Region', 'headless-deploy' ) }>
					{ regionLabel( region ) }
				</Fact>
				<Fact
					name={ __( 'Environment ID', 'headless-deploy' ) }
					action={ <CopyButton subject={ idSubject } text={ id } /> }
				>
					<code title={ id }>
						{ `${ id.slice( 0, 4 ) }…${ id.slice( -4 ) }` }
					</code>
				</Fact>
				{ buildCount > 0 && <UsageFacts { ...props } /> }
			</dl>
		</Box>
	);
}
