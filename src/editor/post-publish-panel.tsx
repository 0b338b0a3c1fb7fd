import { Spinner } from '@wordpress/components';
import { __, _x, sprintf } from '../ui/i18n.ts';
import type { Live } from '../live/use-live.ts';
import { describe } from '../live/labels/summary.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { LostLine } from './lost-line.tsx';
import { noRunText } from './no-run-text.ts';
import { planOf, isExcluded } from './plan-lines.tsx';
import { NextSavePlan } from './pre-publish-panel.tsx';
import { ProgressView } from './progress-view.tsx';
import { frontEndPostUrl } from './front-end-post-url.ts';
import type { Post } from './use-post.ts';
import type { Saved } from './use-saved.ts';
import { PluginPostPublishPanel } from './wp-editor.ts';

interface Props {
	boot: BootData;
	live: Live;
	environments: readonly EnvironmentStatus[];
	post: Post;
	saved: Saved;
}

/** The status of another environment, or that it ignores changes of this kind. */
function otherEnvironmentText(
	environment: EnvironmentStatus,
	props: Props
): string {
	const { boot, live } = props;
	const plan = planOf( environment, props.post );
	return isExcluded( environment, plan )
		? plan.text
		: sprintf(
				/* translators: 1: name of an environment, 2: its status, for example “Rebuild in 10 s” or “Paused: this is a copy”. */
				_x(
					'%1$s · %2$s',
					'environment and status',
					'headless-deploy'
				),
				environment.label,
				describe( environment, live.nowMs, boot.timeZone ).headline
			);
}

function OtherEnvironments( props: Props ) {
	return (
		<ul className="headless-deploy-other-environments headless-deploy-secondary">
			{ props.environments.map( ( environment ) => (
				<li key={ environment.id }>
					{ otherEnvironmentText( environment, props ) }
				</li>
			) ) }
		</ul>
	);
}

function FirstEnvironment( {
	environment,
	...props
}: Props & { environment: EnvironmentStatus } ) {
	const { boot, live, saved, post } = props;
	if ( noRunText( post, true ) !== null || ! post.isPublished ) {
		return <NextSavePlan { ...props } isLate={ saved.isLate } />;
	}
	return saved.isSettling ? (
		<Spinner />
	) : (
		<ProgressView
			{ ...{ environment, boot, live } }
			save={ { ...saved, kind: 'publish' } }
			address={ frontEndPostUrl(
				environment.frontEndUrl,
				post.permalink
			) }
			plan={ planOf( environment, props.post ) }
		/>
	);
}

/** The panel after publishing: the progress of the post to the front end. The first environment counts as the site. */
export function PostPublishPanel( props: Props ) {
	const { live, environments, post } = props;
	const [ first, ...others ] = environments;
	if ( ! first ) {
		return null;
	}
	return (
		<PluginPostPublishPanel
			initialOpen
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<FirstEnvironment { ...props } environment={ first } />
			{ live.lost !== null && <LostLine lost={ live.lost } /> }
			{ others.length > 0 && post.isPublished && (
				<OtherEnvironments { ...props } environments={ others } />
			) }
		</PluginPostPublishPanel>
	);
}
