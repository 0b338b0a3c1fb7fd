<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Status\System_Cron;

/**
 * Looks whether cron wakes this site, and explains what to do when it does not: a headless site's WordPress has hardly
 * any visitors, so nobody else does.
 */
final class Scheduler_Check implements Check {
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Wake_Up $wake_up,
		private readonly bool $is_disabled,
		private readonly bool $is_alternate,
	) {}

	public function id(): string {
		return 'headless_deploy_scheduler';
	}

	public function label(): string {
		return __( 'Alarm clock of Headless Deploy', 'headless-deploy' );
	}

	public function run(): Result {
		$last = $this->wake_up->last_run();
		if ( $this->wake_up->is_healthy( $this->facts->now() ) ) {
			$result = new Result( Result::GOOD, __( 'The alarm clock for deployments works', 'headless-deploy' ) );
			return $this->add_cron_constants( $result->add_text( $this->last_run( $last ) ) );
		}
		$result = new Result( Result::RECOMMENDED, __( 'Nobody wakes this site to send deployments', 'headless-deploy' ) );
		$result->add_text(
			__( 'Changes are noted and nothing is lost, but what is due is sent only while somebody works in wp-admin. WordPress’s own cron needs visitors, and a headless site has hardly any.', 'headless-deploy' ),
			$this->last_run( $last ),
		);
		$lines = System_Cron::both();
		$this->add_cron_constants( $result )->add_text(
			null === $lines
				? __( 'Ask a super admin of this network to set up a system cron. Site Health of a super admin shows the line.', 'headless-deploy' )
				: __( 'Add one of these lines to the crontab of this server. The first needs WP-CLI; the second wakes all of WordPress’s scheduled events too:', 'headless-deploy' ),
		);
		array_map( $result->add_code( ... ), array_values( $lines ?? array() ) );
		return $result->add_link( __( 'See what is waiting', 'headless-deploy' ), 'overview' );
	}

	/**
	 * Says when cron came last.
	 *
	 * @param int|null $last Milliseconds, null for never.
	 */
	private function last_run( ?int $last ): string {
		return null === $last
			? __( 'Cron has not come yet since the plugin was activated.', 'headless-deploy' )
			/* translators: %s: for example 5 minutes ago. */
			: sprintf( __( 'Cron came last %s.', 'headless-deploy' ), $this->facts->ago( $last ) );
	}

	private function add_cron_constants( Result $result ): Result {
		if ( $this->is_disabled ) {
			$result->add_text( __( 'DISABLE_WP_CRON is set in wp-config.php: visitors do not start cron, so a system cron has to.', 'headless-deploy' ) );
		} elseif ( $this->is_alternate ) {
			$result->add_text( __( 'ALTERNATE_WP_CRON is set in wp-config.php: cron runs inside the page view of some visitor, who waits for it. It works, but only with visitors; a system cron together with DISABLE_WP_CRON is better.', 'headless-deploy' ) );
		}
		return $result;
	}
}
