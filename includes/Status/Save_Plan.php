<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Time_Format;

/**
 * Says what saving a post, template, menu or style means for an environment: the block editor and the classic editor show
 * the same sentences. Other plugins can still change the action by a filter.
 *
 * @phpstan-type Texts array{kind: string, symbol: string, publish: string, update: string, schedule: string}
 * @phpstan-type Plan array{sources: list<string>, kind: string, symbol: string, publish: string, update: string, schedule: string}
 */
final class Save_Plan {
	/** The sources of changes that an editor can save. */
	private const SOURCES = array( 'content', 'menus', 'templates', 'styles' );

	/**
	 * Stands for content of the types that do not count: it refreshes environments with a refresh URL and starts nothing
	 * else (see `Policy::counts()`).
	 */
	public const REFRESH_ONLY = 'refreshOnly';

	/**
	 * @param Pause_Reason|null $pause     Why automatic runs wait.
	 * @param int               $changes   Number of pending changes.
	 * @param bool              $refreshes Whether any environment receives refreshes, so that content can be refreshed only.
	 */
	public function __construct(
		private readonly Environment $environment,
		private readonly ?Pause_Reason $pause,
		private readonly ?Environment_Problem $problem,
		private readonly int $changes,
		private readonly bool $refreshes = true,
	) {}

	/**
	 * Sources with the same action share a plan, because the status is printed into every page.
	 *
	 * @return list<Plan>
	 */
	public function all(): array {
		$sources = array();
		$actions = array();
		foreach ( array( ...self::SOURCES, ...( $this->refreshes ? array( self::REFRESH_ONLY ) : array() ) ) as $source ) {
			$started           = $this->environment->actions_for_change( $source );
			$key               = implode( ' ', array_column( $started, 'value' ) );
			$sources[ $key ][] = $source;
			$actions[ $key ]   = $started;
		}
		$plans = array();
		foreach ( $sources as $key => $of_key ) {
			$plans[] = array( 'sources' => $of_key ) + $this->of( $actions[ $key ] );
		}
		return $plans;
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			sources: Json_Schema::list_of( Json_Schema::one_of( 'saved-source', array( ...Automation::SOURCES, self::REFRESH_ONLY ) ) ),
			kind: Json_Schema::one_of( 'save-plan-kind', array( 'run', 'held', 'paused', 'unreachable', 'none' ) ),
			symbol: Run_Schema::symbol(),
			publish: Json_Schema::text( 'If the save publishes it.' ),
			update: Json_Schema::text( 'If the save updates what is published.' ),
			schedule: Json_Schema::text( 'If it is published later; `%s` stands for the date and time, `%%` for a percent sign.' ),
		)->named( 'save-plan' );
	}

	/**
	 * @param  list<Action> $actions What the save starts.
	 * @return Texts
	 */
	private function of( array $actions ): array {
		$is_refreshed = in_array( Action::Refresh, $actions, true );
		$action       = array_values( array_filter( $actions, static fn( Action $one ): bool => Action::Refresh !== $one ) )[0] ?? null;
		// A refresh needs no webhook URL, so that it is sent while the host refuses the URL.
		$is_refreshed_only = $is_refreshed && Pause_Reason::Token === $this->pause;
		$is_unreachable    = null !== $action && ( $is_refreshed_only || true === $this->problem?->needs_new_url );
		$is_paused         = null !== $this->pause && ! $is_refreshed_only;
		return match ( true ) {
			null === $action && ! $is_refreshed                  => $this->with_one_text( 'none', 'paused', self::text_without_run( null ) ),
			true === $this->pause?->blocks_manual_runs()         => $this->with_one_text( 'none', 'paused', self::text_without_run( $this->pause ) ),
			$is_unreachable && ( ! $is_refreshed || $is_paused ) => $this->with_one_text( 'unreachable', 'bad', $this->unreachable_text() ),
			$is_paused                                           => $this->paused(),
			$this->environment->automation->hold                 => $this->held(),
			$is_unreachable                                      => $this->refresh_and( $this->unreachable_besides_refresh() ),
			$is_refreshed && null !== $action                    => $this->refresh_and( $this->besides_refresh( $action->lane() ) ),
			default                                              => $this->run( ( $action ?? Action::Refresh )->lane() ),
		};
	}

	/**
	 * @param  string $text `%s` stands for the name of the environment.
	 * @return Texts
	 */
	private function with_one_text( string $kind, string $symbol, string $text ): array {
		$text = sprintf( $text, $this->environment->label );
		return self::texts( $kind, $symbol, $text, $text, str_replace( '%', '%%', $text ) );
	}

	/**
	 * @return Texts
	 */
	private static function texts( string $kind, string $symbol, string $publish, string $update, string $schedule ): array {
		return array(
			'kind'     => $kind,
			'symbol'   => $symbol,
			'publish'  => $publish,
			'update'   => $update,
			'schedule' => $schedule,
		);
	}

	/**
	 * @return Texts
	 */
	private function run( Lane $lane ): array {
		$label = $this->environment->label;
		$after = $this->quiet_period( $lane );
		$text  = self::run_texts( $lane );
		return self::texts(
			'run',
			'scheduled',
			'' === $after ? sprintf( $text['publish'], $label ) : sprintf( $text['publishLater'], $label, $after ),
			'' === $after ? $text['save'] : sprintf( $text['saveLater'], $after ),
			self::with_label( $text['schedule'], $label ),
		);
	}

	/**
	 * Returns the sentences of a lane; “later” is after a quiet period.
	 *
	 * @return array{publish: string, publishLater: string, save: string, saveLater: string, schedule: string}
	 */
	private static function run_texts( Lane $lane ): array {
		return match ( $lane ) {
			Lane::Build => array(
				/* translators: %s: name of an environment. */
				'publish' => __( '%s is rebuilt as soon as you publish.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				'publishLater' => __( '%1$s is rebuilt %2$s after you publish.', 'headless-deploy' ),
				'save'         => __( 'The front end is rebuilt as soon as you save.', 'headless-deploy' ),
				/* translators: %s: a time, for example “10 s”. */
				'saveLater' => __( 'The front end is rebuilt %s after you save.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a date and time. */
				'schedule' => __( '%1$s is rebuilt when this is published on %2$s.', 'headless-deploy' ),
			),
			Lane::Cache => array(
				/* translators: %s: name of an environment. */
				'publish' => __( 'The cache of %s is purged as soon as you publish.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				'publishLater' => __( 'The cache of %1$s is purged %2$s after you publish.', 'headless-deploy' ),
				'save'         => __( 'The cache is purged as soon as you save.', 'headless-deploy' ),
				/* translators: %s: a time, for example “10 s”. */
				'saveLater' => __( 'The cache is purged %s after you save.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a date and time. */
				'schedule' => __( 'The cache of %1$s is purged when this is published on %2$s.', 'headless-deploy' ),
			),
			Lane::Refresh => array(
				/* translators: %s: name of an environment. */
				'publish' => __( '%s is refreshed as soon as you publish.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				'publishLater' => __( '%1$s is refreshed %2$s after you publish.', 'headless-deploy' ),
				'save'         => __( 'The changed pages are refreshed as soon as you save.', 'headless-deploy' ),
				/* translators: %s: a time, for example “10 s”. */
				'saveLater' => __( 'The changed pages are refreshed %s after you save.', 'headless-deploy' ),
				/* translators: 1: name of an environment, 2: a date and time. */
				'schedule' => __( '%1$s is refreshed when this is published on %2$s.', 'headless-deploy' ),
			),
		};
	}

	/**
	 * Returns the sentences about the action that a save starts besides the refresh.
	 *
	 * @return Texts
	 */
	private function besides_refresh( Lane $lane ): array {
		$is_build = Lane::Build === $lane;
		$after    = $this->quiet_period( $lane );
		$schedule = $is_build ? __( 'The front end is also rebuilt.', 'headless-deploy' ) : __( 'The cache is also purged.', 'headless-deploy' );
		$text     = match ( true ) {
			'' === $after && $is_build => __( 'The front end is also rebuilt immediately.', 'headless-deploy' ),
			'' === $after              => __( 'The cache is also purged immediately.', 'headless-deploy' ),
			/* translators: %s: a time, for example “10 s”. */
			$is_build => sprintf( __( 'The front end is also rebuilt, %s after the save.', 'headless-deploy' ), $after ),
			/* translators: %s: a time, for example “10 s”. */
			default => sprintf( __( 'The cache is also purged, %s after the save.', 'headless-deploy' ), $after ),
		};
		return self::texts( 'run', 'scheduled', $text, $text, $schedule );
	}

	/**
	 * Adds a second sentence to each text about the refresh. The second one decides the kind.
	 *
	 * @param  Texts $second
	 * @return Texts
	 */
	private function refresh_and( array $second ): array {
		$first = $this->run( Lane::Refresh );
		return self::texts(
			$second['kind'],
			$second['symbol'],
			"{$first['publish']} {$second['publish']}",
			"{$first['update']} {$second['update']}",
			"{$first['schedule']} {$second['schedule']}",
		);
	}

	/**
	 * @return Texts
	 */
	private function held(): array {
		$label   = $this->environment->label;
		$count   = Change_Count::capped( $this->changes + 1 );
		$publish = sprintf(
			/* translators: 1: name of an environment, 2: number of changes. */
			_n(
				'%1$s is held. After you save, %2$s change is pending.',
				'%1$s is held. After you save, %2$s changes are pending.',
				$count,
				'headless-deploy',
			),
			$label,
			Change_Count::text( $count ),
		);
		/* translators: 1: name of an environment, 2: a date and time. */
		$schedule = self::with_label( __( '%1$s is held. This content becomes a pending change on %2$s.', 'headless-deploy' ), $label );
		return self::texts( 'held', 'held', $publish, __( 'Changes are held. Press Rebuild to deploy.', 'headless-deploy' ), $schedule );
	}

	/**
	 * @return Texts
	 */
	private function paused(): array {
		$label = $this->environment->label;
		$count = Change_Count::capped( $this->changes + 1 );
		$text  = sprintf(
			/* translators: 1: name of an environment, 2: number of changes. */
			_n(
				'%1$s is paused. After you save, %2$s change is pending.',
				'%1$s is paused. After you save, %2$s changes are pending.',
				$count,
				'headless-deploy',
			),
			$label,
			Change_Count::text( $count ),
		);
		/* translators: 1: name of an environment, 2: a date and time. */
		return self::texts( 'paused', 'paused', $text, $text, self::with_label( __( '%1$s is paused. This content becomes a pending change on %2$s.', 'headless-deploy' ), $label ) );
	}

	/**
	 * Fills in the name, and leaves `%s` for the date.
	 */
	private static function with_label( string $text, string $label ): string {
		return sprintf( $text, str_replace( '%', '%%', $label ), '%s' );
	}

	private function quiet_period( Lane $lane ): string {
		$quiet_period_ms = $this->environment->automation->quiet_period_ms( $lane );
		return 0 === $quiet_period_ms ? '' : Time_Format::elapsed( $quiet_period_ms );
	}

	private function unreachable_text(): string {
		return match ( array( $this->is_url_refused(), current_user_can( Capabilities::MANAGE ) ) ) {
			/* translators: %s: name of an environment. */
			array( true, true ) => __( 'Nothing is sent to %s until you replace the webhook URL.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			array( true, false ) => __( 'Nothing is sent to %s until an administrator replaces the webhook URL.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			array( false, true ) => __( 'Nothing is sent to %s until you paste the webhook URL again.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			default => __( 'Nothing is sent to %s until an administrator pastes the webhook URL again.', 'headless-deploy' ),
		};
	}

	/**
	 * @return Texts
	 */
	private function unreachable_besides_refresh(): array {
		$text = match ( array( $this->is_url_refused(), current_user_can( Capabilities::MANAGE ) ) ) {
			array( true, true )  => __( 'Nothing else is sent until you replace the webhook URL.', 'headless-deploy' ),
			array( true, false ) => __( 'Nothing else is sent until an administrator replaces the webhook URL.', 'headless-deploy' ),
			array( false, true ) => __( 'Nothing else is sent until you paste the webhook URL again.', 'headless-deploy' ),
			default              => __( 'Nothing else is sent until an administrator pastes the webhook URL again.', 'headless-deploy' ),
		};
		return self::texts( 'unreachable', 'bad', $text, $text, $text );
	}

	/**
	 * Tells whether the host refused the URL; else its key is lost.
	 */
	private function is_url_refused(): bool {
		return Pause_Reason::Token === $this->pause
			|| in_array( $this->problem->error_code ?? '', array( 'headless_deploy_token_refused', 'headless_deploy_webhook_refused' ), true );
	}

	/**
	 * @param Pause_Reason|null $reason What blocks all runs, null for the automation.
	 */
	private static function text_without_run( ?Pause_Reason $reason ): string {
		return match ( $reason ) {
			/* translators: %s: name of an environment. */
			Pause_Reason::Copy => __( 'Nothing is sent to %s: this site is a copy.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			Pause_Reason::Disabled => __( 'Nothing is sent to %s: HEADLESS_DEPLOY_DISABLED is set in wp-config.php.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			Pause_Reason::Constant => __( 'Nothing is sent to %s: its entry in wp-config.php is not valid.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			Pause_Reason::No_Curl => __( 'Nothing is sent to %s: PHP’s cURL extension is missing on this server.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			default => __( 'Nothing is sent to %s: its automation ignores changes to content.', 'headless-deploy' ),
		};
	}

	/**
	 * Says why saving a post sends nothing, whatever the environment.
	 *
	 * @return array<'ignored'|'unconnected'|'private'|'pattern'|'review', string> By reason.
	 */
	public static function no_run(): array {
		return array(
			'ignored'     => __( 'Nothing is sent: changes to this content type are ignored.', 'headless-deploy' ),
			'unconnected' => __( 'Nothing is sent: no front end is connected yet.', 'headless-deploy' ),
			'private'     => __( 'Nothing is sent: private content is not on the site.', 'headless-deploy' ),
			'pattern'     => __( 'Nothing is sent: no page uses this pattern yet.', 'headless-deploy' ),
			'review'      => __( 'Nothing is sent until an editor publishes this post.', 'headless-deploy' ),
		);
	}
}
