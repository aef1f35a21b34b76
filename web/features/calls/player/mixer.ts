/** Plays both channels of a recording in the centre, each with its own volume. */
export class Mixer {
  private context: AudioContext | undefined
  private inlet: ChannelSplitterNode | undefined
  private gains: GainNode[] = []
  private readonly muted: boolean[] = []
  private readonly channels: number

  constructor(channels: number) {
    this.channels = channels
  }

  /** Call after a user gesture only: before one, browsers suspend an AudioContext. */
  connect(element: HTMLAudioElement) {
    if (this.channels < 2 || typeof AudioContext === 'undefined') return
    this.context ??= new AudioContext()
    this.inlet ??= this.build(this.context)
    this.context.createMediaElementSource(element).connect(this.inlet)
  }
  resume() {
    void this.context?.resume()
  }
  setMuted(channel: number, isMuted: boolean) {
    this.muted[channel] = isMuted
    const gain = this.gains[channel]
    if (gain) gain.gain.value = isMuted ? 0 : 1
  }
  close() {
    void this.context?.close()
  }

  private build(context: AudioContext) {
    const inlet = context.createChannelSplitter(this.channels)
    this.gains = Array.from({ length: this.channels }, (_, channel) => {
      const gain = context.createGain()
      gain.gain.value = this.muted[channel] ? 0 : 1
      inlet.connect(gain, channel)
      gain.connect(context.destination)
      return gain
    })
    return inlet
  }
}
