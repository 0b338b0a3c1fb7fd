<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

/**
 * The status of the lane whose runs show a save first: `SaveLane` of src/shared/wire.ts.
 */
final class Save_Lane {
	/**
	 * @param string $remedy What the current user can do about the problem; may be empty.
	 */
	public function __construct(
		public readonly Lane_Status $lane,
		public readonly Summary_Moment $summary,
		public readonly ?Environment_Problem $problem,
		public readonly string $remedy,
	) {}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'lane'   => $this->lane->lane->value,
			'status' => $this->lane->status()->value,
			...$this->summary->to_array(),
			'problem' => $this->problem?->to_array(),
			'remedy'  => $this->remedy,
		);
	}
}
