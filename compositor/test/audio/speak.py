# Speaks a text with libespeak-ng and tells when each word begins: speak.py VOICE WORDS_A_MINUTE TEXT OUT.wav
# Prints JSON: words [{ at: character of the text, startSec }], of the synthesiser's own events.
import ctypes
import json
import sys
import wave


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", ctypes.c_char * 8),
    ]


SYNCHRONOUS, WORD, LIST_END, RATE, UTF8 = 2, 1, 0, 1, 1
voice, words_a_minute, text, out = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
library = ctypes.CDLL("libespeak-ng.so.1")
sample_rate = library.espeak_Initialize(SYNCHRONOUS, 0, None, 0)
samples, words = bytearray(), []
Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


def receive(wav, count, events):
    if count > 0:
        samples.extend(ctypes.string_at(wav, count * 2))
    index = 0
    while events[index].type != LIST_END:
        if events[index].type == WORD:
            words.append({"at": events[index].text_position - 1, "startSec": events[index].sample / sample_rate})
        index += 1
    return 0


callback = Callback(receive)
library.espeak_SetSynthCallback(callback)
if library.espeak_SetVoiceByName(voice.encode()) != 0:
    sys.exit("no such voice: " + voice)
library.espeak_SetParameter(RATE, words_a_minute, 0)
spoken = text.encode() + b"\0"
library.espeak_Synth(spoken, ctypes.c_size_t(len(spoken)), 0, 1, 0, UTF8, None, None)
library.espeak_Synchronize()
with wave.open(out, "wb") as file:
    file.setnchannels(1)
    file.setsampwidth(2)
    file.setframerate(sample_rate)
    file.writeframes(bytes(samples))
print(json.dumps({"words": words}))
