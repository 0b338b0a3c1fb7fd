/** Collects what every page of an environment starts from. */
import type { FastifyRequest } from 'fastify';
import type { Frame, Notice } from './layout.ts';
import type { EnvironmentParams, Portal } from './portal.ts';
import { frameOf, pathOf } from './portal.ts';
import type { EnvironmentView } from './environment-view.ts';
import { environmentView } from './environment-view.ts';

/** Collects an environment and the frame of its page. */
export async function loadEnvironment(
	portal: Portal,
	request: FastifyRequest< { Params: EnvironmentParams } >,
	notice: Notice | null = null
): Promise< { view: EnvironmentView; frame: Frame } > {
	const view = await environmentView( portal.services, pathOf( request ) );
	const { accountName } = view.path;
	return {
		view,
		frame: await frameOf( portal, request, accountName, notice ),
	};
}
