<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Status\Scheduler_Text;
use HeadlessDeploy\Status\System_Cron;

/**
 * Tests whether WP-Cron runs, and explains how to set up a system cron job. A headless WordPress site has few visitors
 * who could start WP-Cron.
 */
final class Scheduler_Check implements Check {
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Wake_Up $wake_up,
		private readonly bool $is_disabled,
		private readonly bool $is_alternate,
	) {}

	public function run(): Result {
		$last = $this->wake_up->last_run();
		if ( $this->wake_up->is_healthy( $this->facts->now() ) ) {
			$result = new Result( Result::GOOD, __( 'Background tasks are running', 'headless-deploy' ) );
			return $this->add_cron_constants( $result->add_text( $this->last_run( $last ) ) );
		}
		$result = new Result( Result::RECOMMENDED, Scheduler_Text::headline() );
		$result->add_text(
			__( 'Changes are saved, but due runs are sent only while a user has wp-admin open. WP-Cron needs visitors, and a headless WordPress site has few.', 'headless-deploy' ),
			$this->last_run( $last ),
		);
		$lines = System_Cron::lines();
		$this->add_cron_constants( $result )->add_text(
			null === $lines
				? __( 'Ask a network administrator to set up a system cron job. Site Health shows them the command.', 'headless-deploy' )
				: __( 'Add one of these lines to the server’s crontab. The first requires WP-CLI; the second also runs all other scheduled events of WordPress:', 'headless-deploy' ),
		);
		array_map( $result->add_code( ... ), array_values( $lines ?? array() ) );
		return $result->add_link( __( 'View pending runs', 'headless-deploy' ), 'overview' );
	}

	/**
	 * @param int|null $last Milliseconds, null for never.
	 */
	private function last_run( ?int $last ): string {
		$text = Scheduler_Text::last_run( $last )->text;
		return null === $last ? $text : sprintf( $text, $this->facts->ago( $last ) );
	}

	private function add_cron_constants( Result $result ): Result {
		if ( $this->is_disabled ) {
			$result->add_text( Scheduler_Text::disabled() );
		} elseif ( $this->is_alternate ) {
			$result->add_text( __( 'ALTERNATE_WP_CRON is set in wp-config.php, so scheduled events run during a visitor’s page view and delay it. Use a system cron job with DISABLE_WP_CRON instead.', 'headless-deploy' ) );
		}
		return $result;
	}
}
