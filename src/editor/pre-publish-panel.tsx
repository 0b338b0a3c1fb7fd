import { Button } from '@wordpress/components';
import { useEffect } from '@wordpress/element';
import { __ } from '../ui/i18n.ts';
import type { Live } from '../live/use-live.ts';
import { connectLabel } from '../live/components/empty-state.tsx';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { lateText } from './late-text.ts';
import { noRunText } from './no-run-text.ts';
import { PlanLines } from './plan-lines.tsx';
import type { Post } from './use-post.ts';
import { PluginPrePublishPanel } from './wp-editor.ts';

interface Props {
	boot: BootData;
	live: Live;
	environments: readonly EnvironmentStatus[];
	post: Post;
}

/** A link to Connections for administrators, and for other users a hint to ask one. */
function Connect( { boot }: { boot: BootData } ) {
	const { can, urls } = boot;
	return can.manage && urls.connections !== undefined ? (
		<Button variant="link" href={ urls.connections } target="_blank">
			{ connectLabel() }
		</Button>
	) : (
		<>{ __( 'An administrator can connect it.', 'headless-deploy' ) }</>
	);
}

interface PlanProps extends Omit< Props, 'live' > {
	/**
	 * Whether WordPress should have published the scheduled post by now.
	 *
	 * @default false
	 */
	isLate?: boolean;
}

/** The effect of the next save, for all panels that show it. */
export function NextSavePlan( props: PlanProps ) {
	const { boot, environments, post, isLate = false } = props;
	const noRun = noRunText( post, environments.length > 0 );
	if ( noRun !== null || post.source === null ) {
		const isMissing = post.source !== null && environments.length === 0;
		return (
			<p>
				{ noRun } { isMissing && <Connect boot={ boot } /> }
			</p>
		);
	}
	return (
		<>
			{ isLate && <p>{ lateText() }</p> }
			<PlanLines { ...{ boot, environments, post } } />
		</>
	);
}

/** Refreshes when the panel is opened: the editor may have been open for hours. */
function RefreshedPlan( props: Props ) {
	const { refresh } = props.live;
	useEffect( () => void refresh(), [ refresh ] );
	return <NextSavePlan { ...props } />;
}

/** The panel before publishing: the effect of the next save. */
export function PrePublishPanel( props: Props ) {
	return (
		<PluginPrePublishPanel
			initialOpen
			className="headless-deploy-panel"
			title={ __( 'Headless Deploy', 'headless-deploy' ) }
		>
			<RefreshedPlan { ...props } />
		</PluginPrePublishPanel>
	);
}
