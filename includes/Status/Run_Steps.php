<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Timed_Text;

/**
 * The steps of a run: it is sent, the host accepts or builds it, and the page is live. They keep their places in every stage.
 *
 * @phpstan-type Step array{name: string, text: string, removal: string, when: array{text: string, until?: string, since?: string, at?: string, clock?: string}, symbol: string|null, isCurrent: bool}
 */
final class Run_Steps {
	/**
	 * @param string   $plan_change Says that a stronger action replaces a run that failed; may be empty.
	 * @param Run|null $run         Null before it begins.
	 * @param int      $due         When it is sent, while it counts down.
	 */
	public function __construct(
		private readonly Environment $environment,
		private readonly Lane $lane,
		private readonly string $plan_change,
		private readonly Save_Stage $stage,
		private readonly ?Run $run = null,
		private readonly int $due = 0,
	) {}

	/**
	 * @return list<Step>
	 */
	public function all(): array {
		$steps = array( $this->send(), $this->host() );
		// Of purges, only the one that replaced a refresh is checked.
		$is_checked = '' !== $this->environment->front_end_url && ( Lane::Cache !== $this->lane || '' !== $this->plan_change );
		// Without a check, only the host can say that the page is live.
		return $is_checked || in_array( $this->stage, array( Save_Stage::Building, Save_Stage::Live ), true )
			? array( ...$steps, $this->live() )
			: $steps;
	}

	public static function schema(): Json_Schema {
		$step = Json_Schema::closed(
			name: Json_Schema::one_of( 'run-step-name', array( 'send', 'host', 'live' ) ),
			text: Json_Schema::text(),
			removal: Json_Schema::text( 'The text if the save removes the page.' ),
			when: Timed_Text::schema()->described( 'The text may be empty.' ),
			symbol: Run_Schema::symbol()->or_null( 'Null for an upcoming step.' ),
			isCurrent: Json_Schema::boolean(),
		)->named( 'run-step' );
		return Json_Schema::list_of( $step );
	}

	/**
	 * @return Step
	 */
	private function send(): array {
		$text = $this->stage->is_accepted()
			/* translators: %s: name of an environment. */
			? __( 'Sent to %s', 'headless-deploy' )
			/* translators: %s: name of an environment. */
			: __( 'Send to %s', 'headless-deploy' );
		$symbol = match ( $this->stage ) {
			Save_Stage::Countdown => 'scheduled',
			Save_Stage::Sending   => 'busy',
			Save_Stage::Failed    => 'bad',
			Save_Stage::Canceled  => 'canceled',
			default               => $this->stage->is_accepted() ? 'good' : null,
		};
		$is_current = in_array( $this->stage, array( Save_Stage::Countdown, Save_Stage::Sending ), true )
			|| ( Save_Stage::Failed === $this->stage && ! $this->is_rejected() );
		return self::step( 'send', sprintf( $text, $this->environment->label ), $this->sent_when(), $symbol, $is_current );
	}

	private function sent_when(): Timed_Text {
		return match ( true ) {
			/* translators: %s: time that is left, for example “8 s”. */
			Save_Stage::Countdown === $this->stage => Timed_Text::until( __( 'in %s', 'headless-deploy' ), $this->due ),
			Save_Stage::Failed === $this->stage    => Timed_Text::plain( __( 'failed', 'headless-deploy' ) ),
			null === $this->run                    => Timed_Text::plain( '' ),
			Save_Stage::Sending === $this->stage   => Timed_Text::since( '%s', $this->run->record->created_at ),
			$this->stage->is_accepted()            => Timed_Text::clock( '%s', $this->run->record->created_at ),
			default                                => Timed_Text::plain( '' ),
		};
	}

	/**
	 * Returns the response of the host, or its build if it reports builds.
	 *
	 * @return Step
	 */
	private function host(): array {
		$built_in_ms = $this->run?->build_ms();
		$took        = Timed_Text::plain( null === $built_in_ms || $built_in_ms < 1_000 ? '' : Time_Format::elapsed( $built_in_ms ) );
		$is_accepted = $this->stage->is_accepted();
		return match ( true ) {
			Save_Stage::Building === $this->stage => self::step(
				'host',
				__( 'Building', 'headless-deploy' ),
				null === $this->run ? $took : Timed_Text::since( '%s', $this->run->build_started_at() ),
				'busy',
				true,
			),
			Save_Stage::Build_Failed === $this->stage => self::step( 'host', __( 'The build failed', 'headless-deploy' ), $took, 'bad', true ),
			$is_accepted && null !== $built_in_ms     => self::step( 'host', __( 'Built', 'headless-deploy' ), $took, 'good', false ),
			$this->is_rejected()                      => self::step( 'host', $this->rejected(), $took, 'bad', true ),
			default                                   => self::step(
				'host',
				$this->lane->accepted_label(),
				Timed_Text::plain( '' ),
				$is_accepted ? 'good' : null,
				in_array( $this->stage, array( Save_Stage::Done, Save_Stage::Unconfirmed ), true ),
			),
		};
	}

	private function rejected(): string {
		return Lane::Refresh === $this->lane
			? __( 'Rejected by the front end', 'headless-deploy' )
			: __( 'Rejected by the host', 'headless-deploy' );
	}

	/**
	 * Tells whether there was a response, and it rejected the run.
	 */
	private function is_rejected(): bool {
		return Save_Stage::Failed === $this->stage && ( $this->run->record->http_status ?? 0 ) > 0;
	}

	/**
	 * @return Step
	 */
	private function live(): array {
		$is_checked = Save_Stage::Accepted === $this->stage;
		$is_live    = Save_Stage::Live === $this->stage;
		$live_at    = $this->run->record->tracked_at ?? 0;
		$is_done    = in_array( $this->stage, array( Save_Stage::Unconfirmed, Save_Stage::Done ), true );
		$when       = match ( true ) {
			$is_live && $live_at > 0 => Timed_Text::clock( '%s', $live_at ),
			$is_checked              => Timed_Text::plain( __( 'not confirmed yet', 'headless-deploy' ) ),
			$is_done                 => Timed_Text::plain( __( 'not confirmed', 'headless-deploy' ) ),
			default                  => Timed_Text::plain( '' ),
		};
		$symbol = $is_checked ? 'busy' : ( $is_live ? 'good' : null );
		return self::step( 'live', __( 'Live', 'headless-deploy' ), $when, $symbol, $is_live || $is_checked, __( 'Removed', 'headless-deploy' ) );
	}

	/**
	 * @param  string|null $symbol  Null for an upcoming step.
	 * @param  string|null $removal The text if the save removes the page, null for the same text.
	 * @return Step
	 */
	private static function step(
		string $name,
		string $text,
		Timed_Text $when,
		?string $symbol,
		bool $is_current,
		?string $removal = null,
	): array {
		return array(
			'name'      => $name,
			'text'      => $text,
			'removal'   => $removal ?? $text,
			'when'      => $when->to_array(),
			'symbol'    => $symbol,
			'isCurrent' => $is_current,
		);
	}
}
